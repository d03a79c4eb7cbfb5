/**
 * /healthz: the process is up. /readyz: it may be asked; /readyz?for=write: it may be written to, by whoever would rather not be passed
 * on (R66). /metrics: Prometheus text.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { inTime } from '../base/in-time.ts';
import type { Metrics } from './metrics.ts';

/** null when fine, else a Chinese reason without internals. */
export type Check = { readonly name: string; readonly check: () => Promise<string | null> };
const CHECK_TIMEOUT_MS = 3_000;

const bounded = async ({ name, check }: Check): Promise<{ name: string; reason: string | null }> => {
  const asked = check().catch(() => '无法连接');
  return { name, reason: await inTime(asked, CHECK_TIMEOUT_MS, () => '检查超时') };
};

/** How many positions each read model is behind the log. */
export type Lag = () => Readonly<Record<string, number>>;
/** Amber: what is not as it should be while everything else works; a Chinese line each. */
export type Warnings = () => readonly string[];
type HealthSources = {
  readonly checks: readonly Check[];
  /** What a save needs of this very process. */
  readonly writeChecks: readonly Check[];
  readonly lag: Lag;
  readonly warnings: Warnings;
  readonly metrics: Metrics;
};

type FailedCheck = { readonly name: string; readonly reason: string | null };
const unready = (reply: FastifyReply, failed: readonly FailedCheck[], data: unknown): FastifyReply => {
  const msg = failed.map(({ name, reason }) => `${name}：${reason}`).join('；');
  return reply.code(503).send({ code: 503, msg, data });
};
const looked = async (checks: readonly Check[]) => {
  const results = await Promise.all(checks.map(bounded));
  return {
    failed: results.filter((result) => result.reason !== null),
    states: Object.fromEntries(results.map((result) => [result.name, result.reason ?? '正常'])),
  };
};

export const mountHealth = (
  app: FastifyInstance,
  { checks, writeChecks, lag, warnings, metrics }: HealthSources,
): void => {
  const ready = async (reply: FastifyReply): Promise<unknown> => {
    const { failed, states } = await looked(checks);
    const amber = warnings();
    const data = { ...states, lag: lag(), ...(amber.length > 0 && { warnings: amber }) };
    if (failed.length === 0) {
      return { code: 200, msg: amber.length === 0 ? '服务就绪' : `服务就绪，${amber.length}项需要留意`, data };
    }
    return unready(reply, failed, data);
  };
  const writable = async (reply: FastifyReply): Promise<unknown> => {
    const { failed, states } = await looked(writeChecks);
    return failed.length === 0 ? { code: 200, msg: '可以保存', data: states } : unready(reply, failed, states);
  };
  app.get('/healthz', { schema: { hide: true } }, async () => ({ code: 200, msg: '运行正常', data: null }));
  app.get<{ Querystring: { for?: unknown } }>('/readyz', { schema: { hide: true } }, async ({ query }, reply) =>
    query.for === 'write' ? writable(reply) : ready(reply),
  );
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
};
