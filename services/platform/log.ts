/** JSON lines on stderr; no request bodies, no headers, no passwords. */
export type LogFields = { readonly [field: string]: unknown };
export type Log = {
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields) => void;
};

const plain = (value: unknown): unknown =>
  value instanceof Error
    ? { name: value.name, message: value.message, stack: value.stack, cause: plain(value.cause) }
    : value;

const write =
  (level: string) =>
  (message: string, fields: LogFields = {}): void => {
    const values = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]));
    process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...values })}\n`);
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
