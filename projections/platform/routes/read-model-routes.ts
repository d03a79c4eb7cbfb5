/** How the read models are, and what an administrator can do about parked keys. */
import { z } from 'zod';
import { refuse, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { requiredText, TEXTS } from 'services/contracts/values';
import { ReadModelRow } from '../../read-models/contract.ts';
import type { Daemon, Health } from '../daemon/daemon.ts';

const Retried = z.object({ healed: z.int(), left: z.int() });
const Named = z.object({ name: requiredText('请选择读模型', TEXTS.short) });

/** Null: no projection runs in this process. */
type LocalDaemon = Pick<Daemon, 'health' | 'retry' | 'rebuild'> | null;
type HealthBeside = () => readonly Health[];
const UNKNOWN = refuse('not-found', 'read_model.unknown', '没有这个读模型');
const ELSEWHERE = refuse('conflict', 'read_model.elsewhere', '读模型由另一进程维护，请在那里操作');

/** The projection if it can be worked on here. */
const workable = (running: LocalDaemon, name: string): NonNullable<LocalDaemon> | Refusal => {
  if (running === null) return ELSEWHERE;
  const found = running.health().find((one) => one.name === name);
  if (found === undefined) return UNKNOWN;
  return found.state === 'standby' ? ELSEWHERE : running;
};

const FAILED = refuse('conflict', 'read_model.failed', '未成功，读模型已停止或仍有数据无法处理，请查看日志');

const statesRoute = (running: LocalDaemon, titles: ReadonlyMap<string, string>, beside: HealthBeside): Route =>
  route({
    method: 'GET',
    path: '/sys-read-model',
    summary: '读模型状态',
    allow: 'admin:sysReadModel:list',
    data: z.array(ReadModelRow),
    handler: async () => ({
      data: [...(running?.health() ?? []), ...beside()].map(({ error, parked, ...state }) => ({
        ...state,
        title: titles.get(state.name) ?? state.name,
        reason: error?.reason ?? '',
        parked: [...parked],
      })),
    }),
  });
const retryRoute = (running: LocalDaemon): Route =>
  route({
    method: 'POST',
    path: '/sys-read-model/retry',
    summary: '重试未更新的数据',
    allow: 'admin:sysReadModel:retry',
    body: Named,
    data: Retried,
    handler: async ({ body }) => {
      const here = workable(running, body.name);
      if ('refused' in here) return here;
      const retried = await here.retry(body.name).catch(() => null);
      if (retried === null) return FAILED;
      const [healed, left] = [retried.healed.length, retried.left.length];
      return {
        data: { healed, left },
        msg: left === 0 ? `已更新${healed}项` : `已更新${healed}项，仍有${left}项未更新`,
      };
    },
  });
const promoteRoute = (running: LocalDaemon): Route =>
  route({
    method: 'POST',
    path: '/sys-read-model/promote',
    summary: '重建并启用读模型',
    allow: 'admin:sysReadModel:retry',
    body: Named,
    data: z.null(),
    handler: async ({ body }) => {
      const here = workable(running, body.name);
      if ('refused' in here) return here;
      const failed = await here.rebuild(body.name, { anyway: true }).then(
        () => false,
        () => true,
      );
      return failed ? FAILED : { data: null };
    },
  });

/** `titles`: what people call the read models, by name; `beside`: what else reads the log here, to be looked at only. */
export const readModelRoutes = (
  running: LocalDaemon,
  titles: ReadonlyMap<string, string>,
  beside: HealthBeside,
): Route[] => [statesRoute(running, titles, beside), retryRoute(running), promoteRoute(running)];
