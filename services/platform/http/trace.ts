/** The operation log's row of a request: begun when its input is known, finished with its answer, whatever that is. */
import { finished, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isWrite, type Route } from '../../contracts/route.ts';
import { pendingEntry } from '../operation-log/entry.ts';
import type { OperationLog, Trace } from '../operation-log/operation-log.ts';
import { knownInput } from './execute.ts';
import type { Input } from './execute.ts';
import { notedOf } from './request-notes.ts';

const isLogged = (route: Route): boolean => route.exports === true || (isWrite(route) && route.logged !== false);

/** Begins the row; undefined for what is not logged, and for nobody signed in (signing in has its own log). */
export const beginTrace = (request: FastifyRequest, input: Input, key = ''): Trace | undefined => {
  const noted = notedOf(request);
  const { route, user, at = new Date() } = noted;
  if (route === undefined || user === undefined || user === null) return undefined;
  noted.trace ??= {
    since: noted.since,
    entry: pendingEntry({
      route,
      user,
      key,
      at,
      input: { query: input.query, body: input.body },
      url: request.url,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      requestId: request.id,
    }),
  };
  return noted.trace;
};
/** As {@link beginTrace}, where the route's writes are logged at all. */
export const beginLogged = (request: FastifyRequest, input: Input, key: string): Trace | undefined => {
  const { route } = notedOf(request);
  return route !== undefined && isLogged(route) ? beginTrace(request, input, key) : undefined;
};

/** A refusal may come before the input was looked at: a denied call of any kind is logged, others if they would write. */
const traceOf = (request: FastifyRequest, status: number): Trace | undefined => {
  const { route, trace } = notedOf(request);
  if (trace !== undefined || route === undefined) return trace;
  if (status !== 403 && !isLogged(route)) return undefined;
  return beginTrace(request, knownInput(route, { query: request.query, body: request.body }));
};

const latencyOf = (reply: FastifyReply): number => Math.round(reply.elapsedTime);
const finish = async (log: OperationLog, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const trace = traceOf(request, reply.statusCode);
  if (trace === undefined) return;
  const { message = '' } = notedOf(request);
  await log.finish(trace, { status: reply.statusCode, message, latencyMs: latencyOf(reply) });
};

/** An export that was broken off is a failure of its own: what went out until then is out. */
const BROKEN_OFF = 499;
/** The row is in the log before the first byte leaves; how many rows went out follows when the last one has, or none will. */
const followExport = async (
  log: OperationLog,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  file: Readable,
): Promise<void> => {
  const trace = traceOf(request, reply.statusCode);
  if (trace === undefined) return;
  await log.open(trace);
  const { rows = () => 0 } = notedOf(request);
  finished(file, (error) => {
    const whole = error === undefined || error === null;
    const message = whole ? `导出${rows()}行` : `导出中断，已发出${rows()}行`;
    void log.finish(trace, { status: whole ? reply.statusCode : BROKEN_OFF, message, latencyMs: latencyOf(reply) });
  });
};

/** Every answer passes here: no write and no export is answered whose row is not in the log. */
export const traceAnswers = (app: FastifyInstance, log: OperationLog): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const { route, rows } = notedOf(request);
    // What cannot be written down is not taken away: the fault becomes the answer.
    if (route?.exports === true && rows !== undefined && payload instanceof Readable) {
      await followExport(log, { request, reply }, payload);
    } else await finish(log, request, reply).catch(() => undefined);
    return payload;
  });
};
