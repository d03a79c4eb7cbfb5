/** One factory for slonik pools: our type parsers, rows validated by their schema, no reset between uses. */
import { createPgDriverFactory } from '@slonik/pg-driver';
import { createPool, SchemaValidationError } from 'slonik';
import type { DatabasePool, DriverFactory, Interceptor } from 'slonik';
import { z } from 'zod';
import { isReadOnly } from './faults.ts';
import { parsedBy } from './fitting.ts';

const DEFAULT_POOL_SIZE = 10;
const IDLE_MS = 60_000;
const STATEMENT_TIMEOUT_MS = 60_000;
const OFFSET_MS = 8 * 3_600_000;

/** Without it `sql.type` checks nothing: slonik leaves the parsing of rows to an interceptor. */
const validateRows: Interceptor = {
  name: 'validate-rows',
  transformRow: (context, query, row) => {
    if (context.resultParser === undefined) return row;
    if (!(context.resultParser instanceof z.ZodType)) throw new TypeError('rows are checked by schemas of zod');
    const result = parsedBy(context.resultParser, row);
    if (!result.success) throw new SchemaValidationError(query, row, result.error.issues);
    return result.data as typeof row;
  },
};

/** `2026-11-01 10:30:00.123+00` as ISO 8601 with the shops' offset (R32). */
const isoFromTimestamp = (text: string): string => {
  const moment = new Date(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'));
  return `${new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, -1)}+08:00`;
};
/** Rows that were written together have the same moment. */
let last = { text: '', iso: '' };
const isoOf = (text: string): string => {
  if (text !== last.text) last = { text, iso: isoFromTimestamp(text) };
  return last.iso;
};

const pgDriver = createPgDriverFactory();
/** A connection whose server takes no writes does not come back into the pool. */
const driverFactory: DriverFactory = async (setup) => {
  const driver = await pgDriver(setup);
  const createClient: typeof driver.createClient = async () => {
    const client = await driver.createClient();
    let isSpoiled = false;
    const query: typeof client.query = async (...asked) => {
      try {
        return await client.query(...asked);
      } catch (error) {
        isSpoiled ||= isReadOnly(error);
        throw error;
      }
    };
    return { ...client, query, release: () => (isSpoiled ? client.destroy() : client.release()) };
  };
  return { ...driver, createClient };
};

export type PoolOptions = {
  readonly applicationName: string;
  readonly size?: number;
  readonly interceptors?: readonly Interceptor[];
};

/**
 * A pool whose rows come as: int8 → number (ids and amounts are safe integers), numeric → string, date → yyyy-MM-dd,
 * timestamptz → ISO 8601 with offset +08:00, json → value.
 */
export const openPool = async (url: string, options: PoolOptions): Promise<DatabasePool> => {
  const pool = await createPool(url, {
    driverFactory,
    captureStackTrace: false,
    connectionTimeout: 5_000,
    idleTimeout: IDLE_MS,
    statementTimeout: STATEMENT_TIMEOUT_MS,
    maxPoolSize: options.size ?? DEFAULT_POOL_SIZE,
    resetConnection: async () => undefined,
    interceptors: [...(options.interceptors ?? []), validateRows],
    typeParsers: [
      { name: 'int8', parse: Number },
      { name: 'numeric', parse: (text: string) => text },
      { name: 'date', parse: (text: string) => text },
      { name: 'timestamptz', parse: isoOf },
    ],
  });
  // An idle connection that the server closes is reported here; the next query opens a new one.
  pool.on('error', () => undefined);
  return pool;
};
