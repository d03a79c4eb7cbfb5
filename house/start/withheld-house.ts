/**
 * A house whose log is not the one that its read models were made of (R63): people sign in, administrators see why and may have the
 * read models made anew; everything else says why it is not served, and nothing is written.
 */
import { LogState, logState } from 'projections/log-state/contract';
import { z } from 'zod';
import type { OtherLog } from 'projections/platform/rebuild/same-log';
import { refuse } from '../../services/contracts/refusal.ts';
import { route, type Route } from '../../services/contracts/route.ts';
import { followThisLog, sentenceOf } from '../log/other-log.ts';
import { openPool } from '../../services/platform/base/database.ts';
import { Withheld } from '../../services/platform/http/withheld.ts';
import type { SliceDeps } from '../../services/platform/slice/slice.ts';
import type { Teardown } from '../../services/platform/process/teardown.ts';
import type { ReadSide } from '../read-side.ts';

/** First parts of the paths that work all the same. */
const OPEN = new Set([
  'captcha',
  'login',
  'login-config',
  'logout',
  'refresh_token',
  'getinfo',
  'menurole',
  'app-config',
  'user',
  'sys-log-state',
  'sys-read-model',
  'sys-state',
]);
const isOpen = ({ path }: Route): boolean => OPEN.has(path.split('/')[1] ?? '');

/** The routes of such a house. */
export const withheld = (routes: readonly Route[], other: OtherLog): readonly Route[] =>
  routes.map((one) =>
    isOpen(one)
      ? one
      : {
          ...one,
          handler: async () => {
            throw new Withheld(sentenceOf(other));
          },
        },
  );

/** No read model is run or waited for. */
export const heldReadSide = async (url: string, teardown: Teardown): Promise<ReadSide> => {
  const reading = await openPool(url, { applicationName: 'read models', size: 2, interceptors: [] });
  teardown.add('read pool', () => reading.end());
  return {
    gate: { waitFor: async () => false, behindMs: () => 0 },
    health: () => [],
    caughtUp: async () => undefined,
    daemon: null,
    alone: () => false,
    relay: null,
    warnings: () => [],
    reading,
  };
};

const SAME = refuse('conflict', 'log.same', '事件日志就是读模型所属的日志，无需重建');
type Parts = {
  readonly deps: Pick<SliceDeps, 'log' | 'store'>;
  readonly url: string;
  /** Null: it is the same. */
  readonly other: OtherLog | null;
  /** Starts the house anew. */
  readonly restart: () => void;
};
export const logStateRoutes = ({ deps: { log, store }, url, other, restart }: Parts): readonly Route[] => [
  route({
    method: 'GET',
    path: logState.path,
    summary: '事件日志与读模型是否一致',
    allow: 'admin:sysReadModel:list',
    data: LogState,
    handler: async () => ({
      data: { same: other === null, reason: other === null ? '' : sentenceOf(other) },
    }),
  }),
  route({
    method: 'POST',
    path: `${logState.path}/rebuild`,
    summary: '按现在的日志重建读模型',
    allow: 'admin:sysReadModel:retry',
    body: z.object({}),
    data: z.null(),
    handler: async ({ user }) => {
      if (other === null) return SAME;
      const followed = await followThisLog({ url, log }, store);
      if (followed)
        log.warn('read models are made anew from another log', { reason: sentenceOf(other), by: user.username });
      // Behind the answer.
      setTimeout(restart, RESTART_MS);
      return { data: null, msg: '已开始重建，系统正在重新启动，请稍候刷新页面' };
    },
  }),
];
const RESTART_MS = 200;
