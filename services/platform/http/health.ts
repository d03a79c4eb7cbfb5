/** /healthz: the process is up. /readyz: it can do its work. /metrics: Prometheus text. */
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** null when fine, else a Chinese reason without internals. */
export type Check = { readonly name: string; readonly check: () => Promise<string | null> };
const CHECK_TIMEOUT_MS = 3_000;

const bounded = async ({ name, check }: Check): Promise<{ name: string; reason: string | null }> => {
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve('检查超时'), CHECK_TIMEOUT_MS).unref();
  });
  const reason = await Promise.race([check().catch(() => '无法连接'), late]);
  return { name, reason };
};

/** How many positions each read model is behind the log. */
export type Lag = () => Readonly<Record<string, number>>;
/** Amber: what is not as it should be while everything else works; a Chinese line each. */
export type Warnings = () => readonly string[];
type Parts = {
  readonly checks: readonly Check[];
  readonly lag: Lag;
  readonly warnings: Warnings;
  readonly metrics: Metrics;
};

export const mountHealth = (app: FastifyInstance, { checks, lag, warnings, metrics }: Parts): void => {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ code: 200, msg: '运行正常', data: null }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const results = await Promise.all(checks.map(bounded));
    const failed = results.filter((result) => result.reason !== null);
    const states = Object.fromEntries(results.map((result) => [result.name, result.reason ?? '正常']));
    const amber = warnings();
    const data = { ...states, lag: lag(), ...(amber.length > 0 && { warnings: amber }) };
    if (failed.length === 0) {
      return { code: 200, msg: amber.length === 0 ? '服务就绪' : `服务就绪，${amber.length}项需要留意`, data };
    }
    const msg = failed.map((result) => `${result.name}：${result.reason}`).join('；');
    return reply.code(503).send({ code: 503, msg, data });
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
};
