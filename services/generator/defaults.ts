/** Defaults of columns: those that say the same in every database, and what a form begins with (R157). Pure. */

/** Others name what a fresh database may not have. */
const PLAIN =
  /^(now\(\)|CURRENT_(DATE|TIMESTAMP)|true|false|\(?-?\d+(\.\d+)?\)?|'(?:[^']|'')*'::(text|character varying|bpchar|date|numeric|bigint|integer|smallint|double precision|real))$/;
export const isPlainDefault = (defaulted: string | null): defaulted is string =>
  defaulted !== null && PLAIN.test(defaulted);

const NUMBER = /^\(?(-?\d+(?:\.\d+)?)\)?$/;
const QUOTED = /^'((?:[^']|'')*)'::/;
const textIn = (defaulted: string): string | null => {
  const [, text] = QUOTED.exec(defaulted) ?? [];
  return text === undefined ? null : text.replaceAll("''", "'");
};
/** As TypeScript, for the kind that the column is; null: the database says it at the save, as it says what day it is. */
export const startOf = (defaulted: string | null, kind: 'text' | 'number' | 'bool' | 'other'): string | null => {
  if (!isPlainDefault(defaulted)) return null;
  if (kind === 'bool') return ['true', 'false'].includes(defaulted) ? defaulted : null;
  const text = textIn(defaulted);
  if (kind === 'text') return text === null ? null : JSON.stringify(text);
  const number = NUMBER.exec(text ?? defaulted)?.[1];
  return kind === 'number' && number !== undefined ? String(Number(number)) : null;
};
