/**
 * Who did what: every write that was asked for, and every denied call. Written behind the answer from a bounded queue;
 * the table only grows, clearing hides (R30).
 */
import type { FastifyRequest } from 'fastify';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import type { Log } from '../log.ts';
import type { Route } from '../../contracts/route.ts';
import type { SessionUser } from '../../contracts/user.ts';
import type { Noted } from '../http/noted.ts';

const MAX_QUEUE = 10_000;
const MAX_BATCH = 500;
const MAX_PARAM = 4_000;
const FLUSH_MS = 200;
const SECRET = /passw(or)?d|secret|token|^code$/i;
const BUSINESS_TYPE: Readonly<Record<string, string>> = { POST: '1', PUT: '2', DELETE: '3' };
/** As the log screens show it: '2' success, '1' failure. */
const Nothing = z.object({});
const DONE = '2';
const FAILED = '1';

/** Settings whose value is a password or holds an access key (S2§3). */
const SECRET_SETTINGS: ReadonlySet<unknown> = new Set(['oxs', 'sys_user_initPassword']);
/** An edit may leave the key out, so a setting without its key is taken for a secret one. */
const isSecretSetting = (holder: object): boolean => !('configKey' in holder) || SECRET_SETTINGS.has(holder.configKey);

function masked(this: object, key: string, value: unknown): unknown {
  if (key !== '' && SECRET.test(key)) return '******';
  if (key === 'configValue' && isSecretSetting(this)) return '******';
  if (Buffer.isBuffer(value)) return `${value.length} bytes`;
  return value;
}
/** The parameters as text, secrets masked, cut to a readable length. */
export const maskedParams = (parts: unknown): string => {
  const text = JSON.stringify(parts, masked) ?? '';
  return text.length > MAX_PARAM ? `${text.slice(0, MAX_PARAM)}…` : text;
};

type Entry = Readonly<Record<string, string | number>>;
export type Finished = { readonly status: number; readonly latencyMs: number };

const whoAndWhat = (request: FastifyRequest, route: Route, user: SessionUser): Entry => ({
  title: route.summary,
  business_type: BUSINESS_TYPE[route.method] ?? '0',
  request_method: route.method,
  oper_url: request.url.split('?')[0] ?? '',
  oper_param: maskedParams({ query: request.query, body: request.body }),
  user_id: user.id,
  oper_name: user.username,
  oper_ip: request.ip,
  user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  request_id: request.id,
});
const result = ({ message = '', at }: Noted, { status, latencyMs }: Finished): Entry => {
  const done = status < 400;
  return {
    json_result: done ? message : '',
    status: done ? DONE : FAILED,
    http_status: status,
    error_msg: done ? '' : message,
    latency_ms: latencyMs,
    oper_time: (at ?? new Date()).toISOString(),
  };
};

export class OperationLog {
  readonly #db: DatabasePool;
  readonly #log: Log;
  readonly #queue: Entry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(db: DatabasePool, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  record(request: FastifyRequest, noted: Noted, finished: Finished): void {
    const { route, user } = noted;
    if (route === undefined || user === undefined || user === null) return;
    if (finished.status !== 403 && (route.method === 'GET' || route.logged === false)) return;
    if (this.#queue.length >= MAX_QUEUE) {
      this.#log.error('operation log queue is full, entry dropped', { requestId: request.id, path: route.path });
      return;
    }
    this.#queue.push({ ...whoAndWhat(request, route, user), ...result(noted, finished) });
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes what is queued; called on stop so that nothing is lost. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, MAX_BATCH);
      try {
        await this.#db.query(sql.prepared('log operations', Nothing)`
          INSERT INTO master.operation_log (title, business_type, request_method, oper_url, oper_param, json_result,
            status, http_status, error_msg, latency_ms, user_id, oper_name, oper_ip, user_agent, request_id, oper_time)
          SELECT title, business_type, request_method, oper_url, oper_param, json_result,
            status, http_status, error_msg, latency_ms, user_id, oper_name, oper_ip, user_agent, request_id, oper_time
          FROM jsonb_populate_recordset(null::master.operation_log, ${JSON.stringify(batch)}::jsonb)`);
        this.#queue.splice(0, batch.length);
      } catch (error) {
        this.#log.error('operation log could not be written', { error });
        this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS * 10).unref();
        return;
      }
    }
  }
}
