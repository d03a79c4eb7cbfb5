/** JSON lines on stderr; no request bodies, no headers, no passwords, nobody's telephone or address. */
import { cut } from '../contracts/limits.ts';
import { withoutPrivate } from './plain-text.ts';

export type LogFields = { readonly [field: string]: unknown };
export type Log = {
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields) => void;
};

const MAX_TEXT = 10_000;
/** Errors as what they say, texts of a bounded length, nobody's telephone or address (a database quotes what it refuses). */
const shown = (field: string, value: unknown): unknown => {
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return { name, message, stack, cause };
  }
  return withoutPrivate(field, typeof value === 'string' ? cut(value, MAX_TEXT) : value);
};
/** One line, without its end. */
export const lineOf = (level: string, message: string, fields: LogFields = {}): string =>
  JSON.stringify({ at: new Date().toISOString(), level, message, ...fields }, shown);

const write =
  (level: string) =>
  (message: string, fields?: LogFields): void => {
    process.stderr.write(`${lineOf(level, message, fields)}\n`);
  };

export const stderrLog: Log = { info: write('info'), warn: write('warn'), error: write('error') };
export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const RANK = { info: 0, warn: 1, error: 2, silent: 3 } as const;
/** Leaves out what is below `level`. */
export const leveled = (log: Log, level: keyof typeof RANK): Log => ({
  info: RANK[level] <= RANK.info ? log.info : silentLog.info,
  warn: RANK[level] <= RANK.warn ? log.warn : silentLog.warn,
  error: RANK[level] <= RANK.error ? log.error : silentLog.error,
});
