/**
 * A field of a document or of its line, said once: where it is kept, what it is on the wire, who may see it, what it is
 * called and how wide it is. The wire's schema is made from it here; table, reading, sheet and sums in
 * projections/documents/{tables,reading}.ts, columns of lists and grids in mfe-stock/src/documents. Plain data, since
 * browsers load it: no DDL and no SQL.
 */
import type { ZodArray, ZodBoolean, ZodInt, ZodNullable, ZodNumber, ZodObject, ZodOptional, ZodString } from 'zod';
import { z } from 'zod';
import { costField, isCostField } from './cost.ts';
import type { DocumentKind } from './document.ts';
import { Paging } from './envelope.ts';
import { auditFlag, code, filterDay } from './filters.ts';
import { personPhone } from './person.ts';
import type { NumberName } from './values.ts';

/** How a value is shown; `plain` is shown nowhere by itself: ids, flags, pictures. */
export type FieldKind = 'text' | 'day' | 'moment' | 'count' | 'weight' | 'money' | 'status' | 'plain';
/** What a column of the table holds: a kind of the table of values, or a type of its own. */
export type ColumnValue = NumberName | 'day' | 'moment' | 'text' | 'text[]' | 'boolean' | 'jsonb';
/** Master data that rows are named after. */
export type NamedMaster = 'shop' | 'supplier' | 'customer';

type Facts = {
  readonly kind: FieldKind;
  /** What the column holds; absent: nothing is kept under this name. */
  readonly value?: ColumnValue;
  /** As it is read back. */
  readonly stored?: z.ZodType;
  /** Before the first version is accepted, and where an old event says nothing. */
  readonly empty?: unknown;
  /** Of the master record whose id is kept under the key: its name, or another of its columns. */
  readonly nameIn?: NamedMaster;
  readonly of?: string;
  /** The number of the document whose id is kept under the key; '' for none. */
  readonly numberOf?: DocumentKind;
  /** The document it names is what this one came of: the history says so at its beginning. */
  readonly origin?: true;
  /** Numbers of the documents of that kind that took over what the document of the id held; '' where none did. */
  readonly handedTo?: DocumentKind;
  /** Of the pictures kept under the key: their names as JSON, or where their files lie. */
  readonly pictured?: 'names' | 'photos' | 'thumbs';
  /** The slice makes it out of the row. */
  readonly made?: true;
  readonly title?: string;
  /** What may be chosen: a grid offers these words. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** What a list calls it, where a sheet says more. */
  readonly listTitle?: string;
  /** px; default by kind. */
  readonly width?: number;
  /** A list shows it when somebody chooses it. */
  readonly hidden?: true;
  readonly cost?: true;
  /** Added up in the last row of a sheet; `list`: over the list too, where the sum opens into its rows. */
  readonly total?: 'sheet' | 'list';
  /** What lists are filtered by: versions keep it. */
  readonly found?: true;
};

/** `Key`: column or field it is kept under; never where nothing is. `Cell`: what is kept there. */
export class Field<Wire extends z.ZodType, Key extends string, Cell, Made extends boolean = false> {
  declare readonly cell: Cell;
  declare readonly isMade: Made;
  readonly wire: Wire;
  readonly key: Key;
  readonly facts: Facts;
  constructor(wire: Wire, key: Key, facts: Facts) {
    this.wire = wire;
    this.key = key;
    this.facts = facts;
  }

  #with(facts: Partial<Facts>): Field<Wire, Key, Cell, Made> {
    return new Field(this.wire, this.key, { ...this.facts, ...facts });
  }
  /** Title of lists, sheets and histories; px. */
  called(title: string, width?: number): Field<Wire, Key, Cell, Made> {
    return this.#with({ title, ...(width !== undefined && { width }) });
  }
  /** What lists call it instead. */
  listedAs(listTitle: string): Field<Wire, Key, Cell, Made> {
    return this.#with({ listTitle });
  }
  /** One of these, told as its value and shown in its words. */
  oneOf(options: NonNullable<Facts['options']>): Field<Wire, Key, Cell, Made> {
    return this.#with({ kind: 'text', options });
  }
  hidden(): Field<Wire, Key, Cell, Made> {
    return this.#with({ hidden: true });
  }
  total(total: 'sheet' | 'list'): Field<Wire, Key, Cell, Made> {
    return this.#with({ total });
  }
  found(): Field<Wire, Key, Cell, Made> {
    return this.#with({ found: true });
  }
  /** Of a number of a document: this one came of it, and its history says so. */
  origin(): Field<Wire, Key, Cell, Made> {
    return this.#with({ origin: true });
  }
  /** Leaves only with the right to see cost (R13). */
  cost(): Field<ZodOptional<Wire>, Key, Cell, Made> {
    return new Field(costField(this.wire), this.key, { ...this.facts, cost: true });
  }
  orNone(): Field<ZodNullable<Wire>, Key, Cell | null, Made> {
    const stored = this.facts.stored?.nullable();
    return new Field(this.wire.nullable(), this.key, { ...this.facts, empty: null, ...(stored && { stored }) });
  }
  /** Kept as it is, but told in another form, which the slice makes. */
  toldAs<Told extends z.ZodType>(wire: Told): Field<Told, Key, Cell, true> {
    return new Field(wire, this.key, { ...this.facts, made: true });
  }
}

/** Schemas that fields share: a kilobyte and a half each, and there are thousands of fields. */
const TEXT = z.string();
const TEXTS_TOLD = z.array(TEXT);
const WHOLE_NUMBER = z.int();
const DECIMAL = z.number();
const FLAG = z.boolean();
const whole = <Key extends string>(key: Key, value: NumberName, kind: FieldKind) =>
  new Field<ZodInt, Key, number>(WHOLE_NUMBER, key, { kind, value, stored: WHOLE_NUMBER, empty: 0 });
const measured = <Key extends string>(key: Key, value: NumberName, kind: FieldKind) =>
  new Field<ZodNumber, Key, number>(DECIMAL, key, { kind, value, stored: DECIMAL, empty: 0 });

/** The key is the column of a document's table, or the field of a stored line. */
export const field = {
  /** Shop, supplier, customer. */
  partner: <Key extends string>(key: Key) => whole(key, 'partnerId', 'plain'),
  /** Document, stock row. */
  record: <Key extends string>(key: Key) => whole(key, 'id', 'plain'),
  /** A place in the log. */
  position: <Key extends string>(key: Key) => whole(key, 'position', 'plain'),
  text: <Key extends string>(key: Key, empty = '') =>
    new Field<ZodString, Key, string>(TEXT, key, { kind: 'text', value: 'text', stored: TEXT, empty }),
  texts: <Key extends string>(key: Key) =>
    new Field<ZodArray<ZodString>, Key, readonly string[]>(TEXTS_TOLD, key, {
      kind: 'plain',
      value: 'text[]',
      stored: TEXTS_TOLD,
      empty: [],
    }),
  /** A list whose entries have parts of their own. */
  json: <Key extends string, Kept extends z.ZodType>(key: Key, stored: ZodArray<Kept>) =>
    new Field<ZodArray<Kept>, Key, z.output<Kept>[]>(stored, key, {
      kind: 'plain',
      value: 'jsonb',
      stored,
      empty: [],
    }),
  /** A word out of a few. */
  word: <Key extends string, Words extends z.ZodType<string>>(key: Key, words: Words) =>
    new Field<Words, Key, z.output<Words>>(words, key, { kind: 'plain', value: 'text', stored: words, empty: '' }),
  flag: <Key extends string>(key: Key) =>
    new Field<ZodBoolean, Key, boolean>(FLAG, key, {
      kind: 'plain',
      value: 'boolean',
      stored: FLAG,
      empty: false,
    }),
  /** null until the first version is accepted, and never on the wire. */
  day: <Key extends string>(key: Key) =>
    new Field<ZodString, Key, string>(TEXT, key, {
      kind: 'day',
      value: 'day',
      stored: TEXT,
      empty: null,
    }),
  moment: <Key extends string>(key: Key) =>
    new Field<ZodString, Key, string>(TEXT, key, { kind: 'moment', value: 'moment', stored: TEXT }),
  /** A number of lines, a version. */
  index: <Key extends string>(key: Key) => whole(key, 'index', 'count'),
  points: <Key extends string>(key: Key) => whole(key, 'points', 'count'),
  /** 1 待审核, 2 已审核. */
  status: <Key extends string>(key: Key) => whole(key, 'index', 'status'),
  pieces: <Key extends string>(key: Key) => whole(key, 'documentPieces', 'count'),
  /** Kept in mg, grams on the wire. */
  weight: <Key extends string>(key: Key) => measured(key, 'documentWeight', 'weight'),
  /** Kept in fen, yuan on the wire. */
  money: <Key extends string>(key: Key) => measured(key, 'documentMoney', 'money'),
  /** '' where there is none, or it is gone. */
  nameIn: <Key extends string>(nameIn: NamedMaster, key: Key, of = 'name') =>
    new Field<ZodString, never, never>(TEXT, key as never, { kind: 'text', nameIn, of }),
  /** Telephone of the customer (R114). */
  mobileOf: <Key extends string>(key: Key) =>
    new Field<ZodString, never, never>(personPhone(), key as never, { kind: 'text', nameIn: 'customer', of: 'mobile' }),
  numberOf: <Key extends string>(numberOf: DocumentKind, key: Key) =>
    new Field<ZodString, never, never>(TEXT, key as never, { kind: 'text', numberOf }),
  handedTo: <Key extends string>(handedTo: DocumentKind, key: Key) =>
    new Field<ZodString, never, never>(TEXT, key as never, { kind: 'text', handedTo }),
  /** Made out of the row by the slice. */
  made: <Wire extends z.ZodType>(wire: Wire, kind: FieldKind = 'plain') =>
    new Field<Wire, never, never, true>(wire, '' as never, { kind, made: true }),
};

export type AnyField = Field<z.ZodType, string, unknown, boolean>;
export type Fields = Readonly<Record<string, AnyField>>;
/** What is kept of the fields, by column or key. */
export type CellsOf<F extends Fields> = {
  readonly [Name in keyof F as F[Name]['key']]: F[Name]['cell'];
};
/** What the slice makes. */
export type MadeOf<F extends Fields> = {
  readonly [Name in keyof F as F[Name]['isMade'] extends true ? Name : never]: z.output<F[Name]['wire']>;
};
const files = <Key extends string>(key: Key, pictured: 'photos' | 'thumbs') =>
  new Field<ZodArray<ZodString>, never, never>(TEXTS_TOLD, key as never, { kind: 'plain', pictured });
/** Pictures of a document, kept as file names in the column `pictures`: as a body sends them, and as a screen shows them. */
export const pictureFields = {
  pictures: new Field<ZodString, 'pictures', readonly string[]>(TEXT, 'pictures', {
    kind: 'plain',
    value: 'text[]',
    stored: TEXTS_TOLD,
    empty: [],
    pictured: 'names',
  }).called('图片'),
  thumbs: files('pictures', 'thumbs'),
  photos: files('pictures', 'photos'),
};

type ShapeOf<F extends Fields> = { [Name in keyof F]: F[Name]['wire'] };
export type RowSchema<F extends Fields> = ZodObject<ShapeOf<F>>;
/**
 * The schema of an answer, its fields in the order they are declared.
 * @throws {RangeError} where a field is said in another form after `cost()`: the mark would be lost.
 */
export const rowOf = <F extends Fields>(fields: F): RowSchema<F> => {
  const shape = Object.entries(fields).map(([name, { wire, facts }]) => {
    if (facts.cost === true && !isCostField(wire)) throw new RangeError(`${name}: cost() comes last`);
    return [name, wire];
  });
  return z.object(Object.fromEntries(shape) as ShapeOf<F>);
};

/**
 * The fields of a kind's list: its own, and what every document has. `sums` are of all its lines; `opened` false: the
 * rows are of different kinds, nothing is added up over them.
 */
export const documentFields = <Own extends Fields, Sums extends Fields>(
  kind: DocumentKind,
  { own, sums, opened = true }: { readonly own: Own; readonly sums: Sums; readonly opened?: boolean },
) => {
  const total = opened ? 'list' : 'sheet';
  return {
    id: field.record('id'),
    no: field.numberOf(kind, 'id').called('单据号', 100),
    ...own,
    auditFlag: field.status('audit_flag').called('审核状态').listedAs('审核'),
    underWay: field.text('under_way'),
    auditor: field.text('auditor').called('审核人', 100).hidden(),
    lineCount: field.index('line_count').called('行数').total('sheet').hidden(),
    num: field.pieces('quantity').called('件数').listedAs('数量').total(total),
    goldWeight: field.weight('net_weight_mg').called('金重').total(total),
    ...sums,
    createdBy: field.text('created_by').called('制单人', 100).hidden(),
    createdAt: field.moment('created_at').called('制单时间').hidden(),
    updatedAt: field.moment('updated_at'),
  };
};

/** Filters that every list of documents has, after its own; a page has `pageSize` rows. */
export const documentQuery = <Own extends z.ZodRawShape>(own: Own, pageSize = 20) =>
  z.object({
    pageIndex: Paging.pageIndex,
    pageSize: Paging.pageSize.unwrap().default(pageSize),
    ...own,
    barcode: code(),
    auditFlag: auditFlag(),
    beginTime: filterDay(),
    endTime: filterDay(),
  });
