/** How old the newest back-up is. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { BACKUP_NAME } from '../backup/contract.ts';
import { attention, found, whenHigh, type StateCheck } from './check.ts';
import { THRESHOLDS } from './thresholds.ts';

/** When the newest finished back-up was written; null where there is none. */
export const newestBackup = async (dataDir: string): Promise<Date | null> => {
  const folder = path.join(dataDir, 'backups');
  const newest = (await readdir(folder).catch(() => []))
    .filter((name) => BACKUP_NAME.test(name))
    .toSorted()
    .at(-1);
  return newest === undefined ? null : (await stat(path.join(folder, newest))).mtime;
};

const HOUR_MS = 3_600_000;
const ADVICE = '在“备份”中立即备份，并检查每晚的定时任务';
export const backupAge: StateCheck = {
  name: 'backup-age',
  title: '备份',
  look: async ({ dataDir, clock }) => {
    const at = await newestBackup(dataDir);
    if (at === null) return attention('还没有备份', ADVICE);
    const age = clock().getTime() - at.getTime();
    const text = age < HOUR_MS ? '最近一次不到 1 小时前' : `最近一次在 ${Math.floor(age / HOUR_MS)} 小时前`;
    return found(whenHigh(age, THRESHOLDS.backupAgeMs), text, ADVICE);
  },
};
