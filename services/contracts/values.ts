/**
 * The one table of values: what a number, date or text of the house may be. Bodies, filters, events and columns are made
 * from it, so what is accepted can be kept, folded, added up and shown. Inside units: fen, mg, thousandths, basis points.
 */
import { z } from 'zod';
import { shared } from './shared-schema.ts';

type PgType = 'integer' | 'bigint' | 'date' | 'timestamptz' | 'text';
type NumberKind = {
  /** What a person calls it; part of messages. */
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Decimals on the wire: wire × 10^places is the inside unit. */
  readonly places: number;
  readonly unit: string;
  readonly pg: PgType;
};
const whole = (label: string, min: number, max: number, pg: PgType = 'integer'): NumberKind => ({
  label,
  min,
  max,
  places: 0,
  unit: '',
  pg,
});
const measured = (label: string, of: Pick<NumberKind, 'min' | 'max' | 'places' | 'unit'>): NumberKind => ({
  label,
  ...of,
  pg: 'bigint',
});

const INT4 = 2_147_483_647;
const SAFE = Number.MAX_SAFE_INTEGER;
const FEN = { places: 2, unit: '元' } as const;
const MG = { places: 3, unit: '克' } as const;

/**
 * Ranges are a jeweller's. `lot…`: all pieces of one barcode, or of one line; `document…`: all lines of one document, which
 * is refused at save beyond them. What is added up over many documents has no range: it leaves Postgres as text.
 */
export const NUMBERS = {
  /** Pieces of one barcode. */
  lotPieces: whole('件数', 1, 100_000),
  /** Pieces counted, free, held … of one barcode, and stones of one piece. */
  pieces: whole('数量', 0, 100_000),
  documentPieces: whole('合计件数', 0, 1_000_000, 'bigint'),
  /** Of one piece: 100 kg. */
  weight: measured('重量', { min: 0, max: 100_000_000, ...MG }),
  weightChange: measured('重量', { min: -100_000_000, max: 100_000_000, ...MG }),
  lotWeight: measured('重量', { min: 0, max: 10_000_000_000, ...MG }),
  documentWeight: measured('合计重量', { min: 0, max: 100_000_000_000, ...MG }),
  carat: measured('石重', { min: 0, max: 500_000_000, places: 3, unit: '克拉' }),
  /** Price, cost or fee of one piece, gram or carat. */
  unitPrice: measured('单价', { min: 0, max: 9_999_999_999, ...FEN }),
  /** Money of a line. */
  lineMoney: measured('金额', { min: 0, max: 100_000_000_000, ...FEN }),
  /** Money of a document; negative when the shop pays (R17). */
  documentMoney: measured('合计金额', { min: -100_000_000_000, max: 100_000_000_000, ...FEN }),
  /** What a customer leaves with the chain, all postings together. */
  customerMoney: measured('余额', { min: 0, max: 1_000_000_000_000_000, ...FEN }),
  /** What is typed of it. */
  payment: measured('金额', { min: -9_999_999_999, max: 9_999_999_999, ...FEN }),
  /** The tag's share of stones, parts and certificate (R18): fen × 10⁷, exact as far as a double is. */
  gramShare: measured('石料配件金额', { min: 0, max: 100_000_000_000_000_000, places: 9, unit: '元' }),
  /** Mark-up, basis points: factor 1 is 10000. */
  ratio: measured('倍率', { min: 10_000, max: 10_000_000, places: 4, unit: '' }),
  /** Percent, basis points. */
  rebate: measured('折扣', { min: 0, max: 100_000, places: 2, unit: '%' }),
  /** Points of one gift. */
  giftPoints: measured('扣减积分', { min: 0, max: 999_999_999, places: 2, unit: '' }),
  points: whole('积分', -1_000_000_000, 1_000_000_000),
  /** What all postings of a customer come to, and of a document. */
  pointsBalance: whole('积分', -1_000_000_000_000_000, 1_000_000_000_000_000, 'bigint'),
  /** Documents, stock rows, users: one sequence (R40). */
  id: whole('编号', 1, SAFE, 'bigint'),
  /** Shops, suppliers, customers. */
  partnerId: whole('编号', 1, INT4),
  /** Positions of the log; -1 is before the first. */
  position: whole('位置', -1, SAFE, 'bigint'),
  /** Versions, rounds, lines, rows, revisions. */
  index: whole('序号', -1, INT4),
  sort: whole('排序', 0, 999_999),
  /** Columns of an installation's own tables, by the Postgres type of the column. */
  int2: whole('数值', -32_768, 32_767),
  int4: whole('数值', -INT4, INT4),
  int8: whole('数值', -SAFE, SAFE, 'bigint'),
  decimal: measured('数值', { min: -9_999_999_999_999, max: 9_999_999_999_999, places: 4, unit: '' }),
  /** Seconds that a run of a job may take: a day. */
  jobTimeout: whole('超时', 1, 86_400),
  pageIndex: whole('页码', 1, 1_000_000),
  pageSize: whole('每页行数', 1, 100_000),
} as const satisfies Record<string, NumberKind>;
export type NumberName = keyof typeof NUMBERS;

/** Days of business. The clock adds its own rule where there is one: {@link LATEST_YEARS}. */
export const DAYS = { label: '日期', min: '1990-01-01', max: '2099-12-31', pg: 'date' } as const;
/** A day that is saved lies at most so many years ahead. */
export const LATEST_YEARS = 10;
export const MOMENTS = {
  label: '时间',
  min: '1990-01-01T00:00:00.000Z',
  max: '2099-12-31T23:59:59.999Z',
  pg: 'timestamptz',
} as const;
/** Longest texts, in characters as people count them; `stored` is what an event may hold of any text, `name` of one that rows are found by. */
export const TEXTS = { stored: 4_000, long: 2_000, filter: 200, name: 100, short: 60, code: 64 } as const;
/** Longest lists. */
export const LISTS = {
  documentLines: 5_000,
  saleLines: 500,
  checkLines: 100_000,
  batchRows: 500,
  importRows: 20_000,
  importUsers: 5_000,
  scans: 200,
  eventLines: 100_000,
  ids: 1_000,
  choices: 200,
} as const;

/** Which kind of the table a schema is of: nothing else may be a leaf of a body, a filter or an event. */
export type Kind = NumberName | 'day' | 'moment' | 'text' | 'name';
export const kinds = z.registry<{ readonly kind: Kind }>();
/** Declares a leaf of the table. */
export const kept = <Schema extends z.ZodType>(kind: Kind, schema: Schema): Schema => {
  kinds.add(schema as never, { kind } as never);
  return schema;
};

/** The Postgres type of a column of that kind; undefined for what is no kind. */
export const columnType = (kind: string): PgType | undefined =>
  kind === 'day'
    ? DAYS.pg
    : kind === 'moment'
      ? MOMENTS.pg
      : (NUMBERS as Readonly<Record<string, NumberKind>>)[kind]?.pg;
const scaleOf = ({ places }: NumberKind): number => 10 ** places;
const shown = (kind: NumberKind, inside: number): string => `${inside / scaleOf(kind)}${inside === 0 ? '' : kind.unit}`;
export const tooSmall = (name: NumberName): string => `不能小于${shown(NUMBERS[name], NUMBERS[name].min)}`;
export const tooLarge = (name: NumberName): string => `不能大于${shown(NUMBERS[name], NUMBERS[name].max)}`;
/** The largest value on the wire, for the fields of screens. */
export const mostOf = (name: NumberName): number => NUMBERS[name].max / scaleOf(NUMBERS[name]);

const hasPlaces = (value: number, places: number): boolean => {
  const scaled = value * 10 ** places;
  return Math.abs(scaled - Math.round(scaled)) < 1e-4;
};
/** A measured value on the wire: decimals within the range. `places`: fewer decimals than the inside unit has. */
export const wireNumber = shared((name: NumberName, places: number = NUMBERS[name].places) => {
  const kind: NumberKind = NUMBERS[name];
  const number = z
    .number({ error: '请输入数字' })
    .min(kind.min / scaleOf(kind), tooSmall(name))
    .max(kind.max / scaleOf(kind), tooLarge(name))
    .refine((value) => hasPlaces(value, places), `最多${places}位小数`);
  return kept(name, number);
});
/** A whole number on the wire. */
export const wireWhole = shared((name: NumberName, words: string = '请输入整数') =>
  kept(name, z.int({ error: words }).min(NUMBERS[name].min, tooSmall(name)).max(NUMBERS[name].max, tooLarge(name))),
);
/** An id that is chosen on a form; `missing` answers everything that is none. */
export const chosenId = shared((name: 'id' | 'partnerId', missing?: string) =>
  missing === undefined
    ? kept(name, z.int().positive().max(NUMBERS[name].max, '没有这个编号'))
    : kept(name, z.int({ error: missing }).positive(missing).max(NUMBERS[name].max, '没有这个编号')),
);
/** A whole number in an address: text there. */
export const addressNumber = shared((name: NumberName, error?: string) => {
  const number = z.coerce.number(error === undefined ? undefined : { error });
  const { min, max } = NUMBERS[name];
  const at = error === undefined ? number.int().min(min).max(max) : number.int(error).min(min, error).max(max, error);
  return kept(name, at);
});

/** A measured value in an address. */
export const addressMeasure = shared((name: NumberName) => {
  const kind = NUMBERS[name];
  const number = z.coerce.number({ error: '请输入数字' });
  return kept(name, number.min(kind.min / scaleOf(kind), tooSmall(name)).max(kind.max / scaleOf(kind), tooLarge(name)));
});

const isRealDay = (text: string): boolean => {
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text;
};
const day = (range: (text: string) => boolean) =>
  z
    .string({ error: '请选择日期' })
    .regex(/^\d{4}-\d{2}-\d{2}$/, '日期格式应为 yyyy-MM-dd')
    .refine(isRealDay, '日期不存在')
    .refine(range, `日期应在${DAYS.min}到${DAYS.max}之间`);
export const isInDays = (text: string): boolean => text >= DAYS.min && text <= DAYS.max;
/** A calendar day `yyyy-MM-dd` of the house's times. */
export const wireDay = shared(() => kept('day', day(isInDays)));

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
/** A moment of a body: ISO 8601 with an offset. */
export const wireMoment = shared(() =>
  kept(
    'moment',
    z
      .string({ error: '请选择时间' })
      .regex(MOMENT, '时间格式应为 ISO 8601')
      .refine((text) => !Number.isNaN(Date.parse(text)), '时间不存在')
      .refine((text) => Number.isNaN(Date.parse(text)) || isInMoments(new Date(text)), OUTSIDE_MOMENTS),
  ),
);
export const isInMoments = (moment: Date): boolean =>
  moment.toISOString() >= MOMENTS.min && moment.toISOString() <= MOMENTS.max;
export const OUTSIDE_MOMENTS = `时间应在${MOMENTS.min.slice(0, 10)}到${MOMENTS.max.slice(0, 10)}之间`;

/** What a person counts: an emoji is one character. */
export const lengthOf = (text: string): number => Array.from(text).length;
export const tooLong = (max: number): string => `最多${max}个字`;
const FORBIDDEN = '含有不能保存的字符';
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
/** Text as a form sends it: trimmed, at most `max` characters, without NUL and half characters. */
export const wireText = shared((max: number, words: string = '请输入文字') =>
  kept(
    'text',
    z
      .string({ error: words })
      .trim()
      .refine((value) => lengthOf(value) <= max, tooLong(max))
      .refine(isStorable, FORBIDDEN),
  ),
);
/** As {@link wireText}; absent and blank answer with `missing`. */
export const requiredText = shared((missing: string, max: number) =>
  kept('text', z.string({ error: missing }).trim().min(1, missing)).pipe(wireText(max)),
);
/** Text that is not trimmed: passwords, JSON of its own schema. */
export const rawText = shared((max: number, words?: { readonly error?: string; readonly long?: string }) =>
  kept(
    'text',
    z.string(words?.error === undefined ? undefined : { error: words.error }).max(max, words?.long ?? tooLong(max)),
  ),
);

/** Text of one form. */
export const patternText = (pattern: RegExp, message: string, words = message) =>
  kept('text', z.string({ error: words }).max(TEXTS.stored, message).regex(pattern, message));
/** 'true', 'on', '1' …: a box that was ticked, as text. */
export const yesNo = shared(() =>
  z.enum(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no']).transform((word) => YES.has(word)),
);
const YES: ReadonlySet<string> = new Set(['true', '1', 'on', 'yes']);
/** What a setting may be written as; its own rule follows. */
export const settingNumber = shared(() => kept('index', z.number()));

/**
 * Leaves of events. Readers take whatever was ever stored; `stored-leaves.ts` says what may still be written. A fold, a
 * column or a sum may count on the ranges of the table for everything written since there is one.
 */
export const stored = shared((name: NumberName) =>
  kept(
    name,
    NUMBERS[name].min < 0 ? z.number() : name === 'lotPieces' ? z.number().positive() : z.number().nonnegative(),
  ),
);
/** Ids, versions and positions, of which old events promise no sign. */
export const storedWhole = shared(
  (name: 'id' | 'partnerId' | 'position' | 'index' | 'pieces' | 'points' | 'pointsBalance' | 'documentPieces') =>
    kept(name, z.int()),
);
export const storedText = shared(() => kept('text', z.string()));
/** Text that rows are found by: five of them fit one entry of an index. */
export const storedName = shared(() => kept('name', z.string()));
export const storedDay = shared(() =>
  kept(
    'day',
    z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .refine(isRealDay),
  ),
);

/** ISO 8601 with the shops' offset. */
export const storedMoment = shared(() => kept('moment', z.string()));
