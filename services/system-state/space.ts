/** Room on the disk where pictures, back-ups and the bundled database lie. */
import fs from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { found, whenLow, type StateCheck } from './check.ts';
import { THRESHOLDS } from './thresholds.ts';

const GB = 1024 ** 3;
/** Bytes that the house may still write below a folder, or where it would be made. */
const freeBytes = async (folder: string): Promise<number> => {
  let nearest = folder;
  while (!fs.existsSync(nearest)) nearest = path.dirname(nearest);
  const { bsize, bavail } = await statfs(nearest);
  return bsize * bavail;
};
export const space: StateCheck = {
  name: 'space',
  title: '磁盘空间',
  look: async ({ dataDir }) => {
    const free = await freeBytes(dataDir);
    const text = `${dataDir} 所在磁盘还有 ${(free / GB).toFixed(1)} GB`;
    return found(whenLow(free, THRESHOLDS.freeBytes), text, '清理磁盘或扩容；旧的备份可以移到别处');
  },
};
