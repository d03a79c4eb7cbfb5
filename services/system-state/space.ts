/** Room on the disks where pictures, back-ups and the database lie. */
import { isTight, type Disk } from '../platform/runtime/place-watch.ts';
import type { State } from './contract.ts';
import { bad, found, good, whenLow, worstOf, type StateCheck } from './check.ts';
import { THRESHOLDS } from './thresholds.ts';

const GB = 1024 ** 3;
const ROOM = '清理磁盘或扩容；旧的备份可以移到别处。写满后不能保存';
const stateOf = (disk: Disk): State => (isTight(disk) ? whenLow(disk.freeBytes, THRESHOLDS.freeBytes) : 'good');
const said = (where: string, { freeBytes }: Disk): string => `${where}还有 ${(freeBytes / GB).toFixed(1)} GB`;

export const space: StateCheck = {
  name: 'space',
  title: '磁盘空间',
  look: async ({ seen }) => {
    const { dataDisk: data, databaseDisk: database } = await seen();
    const disks = [...(data === null ? [] : [data]), ...(database === null ? [] : [database])];
    if (disks.length === 0) return bad('看不到磁盘', '检查 DATA_DIR 所在的文件系统');
    const words = [
      ...(data === null ? [] : [said('数据文件夹', data)]),
      ...(database === null ? [] : [said('数据库', database)]),
    ];
    const state = worstOf(disks.map(stateOf));
    return state === 'good' ? good(words.join('，')) : found(state, words.join('，'), ROOM);
  },
};
