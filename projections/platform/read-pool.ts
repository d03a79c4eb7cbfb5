/** slonik as the read side uses it: our values, validated rows, no reset between queries. */
import { createPool, SchemaValidationError, type DatabasePool, type Interceptor, type QueryResultRow } from 'slonik';
import { PARSERS } from './pg-values.ts';

type Issues = ConstructorParameters<typeof SchemaValidationError>[2];

/** Rows of `sql.type(Schema)` are checked and transformed by their schema; slonik alone would not look. */
const validatedRows: Interceptor = {
  name: 'validated-rows',
  transformRow: ({ resultParser }, query, row) => {
    const outcome = resultParser?.['~standard'].validate(row);
    if (outcome === undefined) return row;
    if (outcome instanceof Promise) throw new TypeError('row schemas answer at once');
    if (outcome.issues !== undefined) throw new SchemaValidationError(query, row, outcome.issues as Issues);
    return outcome.value as QueryResultRow;
  },
};

export type ReadPoolOptions = {
  readonly size?: number;
  /** Longest single statement; reports of a whole year stay far below the default. */
  readonly statementTimeoutMs?: number;
};

/**
 * A pool for queries: int8 as number, numeric as text, date `yyyy-MM-dd`, timestamptz ISO 8601 with +08:00.
 * One session serves many requests without DISCARD ALL: never SET anything outside a transaction.
 */
export const openReadPool = (url: string, options: ReadPoolOptions = {}): Promise<DatabasePool> =>
  createPool(url, {
    maxPoolSize: options.size ?? 10,
    idleTimeout: 60_000,
    connectionTimeout: 5_000,
    statementTimeout: options.statementTimeoutMs ?? 30_000,
    idleInTransactionSessionTimeout: 60_000,
    resetConnection: async () => undefined,
    typeParsers: Object.entries(PARSERS).map(([name, parse]) => ({ name, parse })),
    interceptors: [validatedRows],
  });
