/** How Postgres values become JavaScript values, everywhere on the read side. */
import pg from 'pg';
import { isoWithOffset } from 'services/contracts/dates';

const toText = (value: string): string => value;
const toNumber = (value: string): number => Number(value);
/** `2026-11-01 18:30:00.123456+08` → `2026-11-01T18:30:00.123+08:00`. */
const toMoment = (value: string): string => isoWithOffset(new Date(value));

/** `{1,NULL,3}`; int8 arrays have one dimension here. */
const toNumbers = (value: string): (number | null)[] =>
  value === '{}'
    ? []
    : value
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : Number(item)));

const TEXTS: number = 1009;
const parseTexts = pg.types.getTypeParser(TEXTS) as (value: string) => unknown;
/** `{a,b}`: words without quotes, nulls or a second dimension need no parser. */
const toTexts = (value: string): unknown =>
  value === '{}' || value.lastIndexOf('{') !== 0 || /["\\]|NULL/.test(value)
    ? parseTexts(value)
    : value.slice(1, -1).split(',');

/** By type: int8 → number, numeric → text, date → `yyyy-MM-dd`, timestamptz → ISO 8601 with +08:00. */
const OIDS = new Map<number, (value: string) => unknown>([
  [20, toNumber],
  [1700, toText],
  [1082, toText],
  [1184, toMoment],
  [1016, toNumbers],
  [TEXTS, toTexts],
]);

/** For plain pg clients: `new pg.Client({ types: readTypes })`. */
export const readTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : OIDS.get(oid)) ?? (pg.types.getTypeParser(oid, format as 'text') as never),
} as pg.CustomTypesConfig;
