/** 备份: what archives there are below DATA_DIR/backups, one made now, deleted. */
import path from 'node:path';
import { sql } from 'slonik';
import { z } from 'zod';
import { refuse } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { BACKUP_KEY, BACKUP_PATH, BackupNamed, BackupPage, BackupQuery, BackupState } from './contract.ts';
import { BACKUPS, forgetBackup, keptBackups } from './archives.ts';
import { MISSING, takingRoutes } from './taking.ts';
import { RunNow } from './run-now.ts';

const LIST = `${BACKUP_KEY}:list`;
const HOUR_MS = 3_600_000;
const Args = z.object({ args: z.string() });
/** As the nightly job is told: how many are kept, for whom they are closed. */
const nightly = ({ master }: SliceDeps) =>
  master.maybeOneFirst(
    sql.type(Args)`SELECT args FROM master.sys_job WHERE invoke_target = 'Backup' ORDER BY id LIMIT 1`,
  );

const looking = (deps: SliceDeps, folder: string, now: RunNow): readonly Route[] => [
  route({
    method: 'GET',
    path: BACKUP_PATH,
    summary: '备份列表',
    allow: LIST,
    query: BackupQuery,
    data: BackupPage,
    handler: async ({ query: { pageIndex, pageSize } }) => {
      const all = keptBackups(folder);
      const list = all.slice((pageIndex - 1) * pageSize, pageIndex * pageSize);
      return { data: { list, count: all.length, pageIndex, pageSize } };
    },
  }),
  route({
    method: 'GET',
    path: `${BACKUP_PATH}/state`,
    summary: '备份状态',
    allow: LIST,
    data: BackupState,
    handler: async () => {
      const [newest] = keptBackups(folder);
      const age = newest === undefined ? null : deps.clock().getTime() - Date.parse(newest.at);
      return { data: { ageHours: age === null ? null : Math.max(0, Math.floor(age / HOUR_MS)), ...now.state } };
    },
  }),
];
const changing = (deps: SliceDeps, folder: string, now: RunNow): readonly Route[] => [
  route({
    method: 'POST',
    path: `${BACKUP_PATH}/run`,
    summary: '立即备份',
    allow: `${BACKUP_KEY}:run`,
    data: z.null(),
    handler: async () => {
      const { databaseUrl, dataDir, config } = deps;
      const { eventStoreUrl, secretsKey, smtpUrl, mailFrom } = config;
      const place = { databaseUrl, dataDir, eventStoreUrl, secretsKey };
      const args = (await nightly(deps)) ?? '';
      return now.start({ ...place, args, ownerId: 1, httpHosts: [], smtpUrl, mailFrom })
        ? { data: null, msg: '已开始备份' }
        : refuse('conflict', 'backup.running', '正在备份，请稍候');
    },
  }),
  route({
    method: 'DELETE',
    path: BACKUP_PATH,
    summary: '删除备份',
    allow: `${BACKUP_KEY}:remove`,
    body: BackupNamed,
    data: z.null(),
    handler: async ({ body: { name } }) => {
      if (keptBackups(folder).every((one) => one.name !== name)) return MISSING;
      forgetBackup(folder, name);
      return { data: null, msg: '删除成功' };
    },
  }),
];

export const backupSlice: SliceModule = {
  create: (deps) => {
    const folder = path.join(deps.dataDir, BACKUPS);
    const now = new RunNow(deps.installation.jobModule);
    return {
      name: 'backup',
      routes: [...looking(deps, folder, now), ...takingRoutes(deps, folder), ...changing(deps, folder, now)],
      start: async (signal) => signal.addEventListener('abort', () => now.stop(), { once: true }),
    };
  },
};
