/** JSON lines on stderr; no request bodies, no headers, no passwords, nobody's telephone or address. */
import { pino, type DestinationStream } from 'pino';
import { cut } from '../../contracts/limits.ts';
import { MASK } from '../../contracts/person.ts';
import { isSecretField } from './plain-secrets.ts';
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
  if (isSecretField(field) && value !== null && value !== undefined) return MASK;
  return withoutPrivate(field, typeof value === 'string' ? cut(value, MAX_TEXT) : value);
};
/** Whatever a field holds, as JSON shows it. */
export const masked = (fields: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(fields, shown)) as Record<string, unknown>;

/** A line of JSON each: level, at, the fields, message. */
export const jsonLog = (destination: DestinationStream): Log => {
  const logger = pino(
    {
      base: null,
      messageKey: 'message',
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }), log: masked },
    },
    destination,
  );
  const write =
    (level: keyof Log) =>
    (message: string, fields: LogFields = {}): void =>
      logger[level](fields, String(shown('message', message)));
  return { info: write('info'), warn: write('warn'), error: write('error') };
};

/**
 * Written before the call returns (stderr is a terminal, a file or, on Linux, a pipe): the last line of a process that
 * dies is there. By process.stderr, so that whoever watches the process from within sees the lines too.
 */
export const stderrLog: Log = jsonLog({ write: (line) => void process.stderr.write(line) });
export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const RANK = { info: 0, warn: 1, error: 2, silent: 3 } as const;
/** Leaves out what is below `level`. */
export const leveled = (log: Log, level: keyof typeof RANK): Log => ({
  info: RANK[level] <= RANK.info ? log.info : silentLog.info,
  warn: RANK[level] <= RANK.warn ? log.warn : silentLog.warn,
  error: RANK[level] <= RANK.error ? log.error : silentLog.error,
});
