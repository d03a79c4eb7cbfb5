/** The tables of a kind of documents, its list's and their versions, out of its fields (services/contracts/fields). */
import { sql, type FragmentSqlToken } from 'slonik';
import { GOODS_LIST, type LineKey } from 'services/contracts/document';
import type { AnyField, CellsOf, Fields } from 'services/contracts/fields';
import { keyed, type Cell, type Projection, type Row } from '../platform/projection/projection.ts';
import { documentFold, documentKey, linesIn, type DocumentColumns, type PostingFold, type FactFold } from './fold.ts';
import { exact } from '../platform/projection/exact-sum.ts';
import { MADE_BY_COLUMNS } from '../platform/projection/maker-columns.ts';
import { documentVersions } from './versions.ts';

/** What every table of documents has beside its fields; {@link documentFold} fills it. */
const LIFE = {
  stage: 'text NOT NULL',
  audit_flag: '{index} NOT NULL',
  auditor: 'text NOT NULL',
  under_way: 'text NOT NULL',
  version: '{index} NOT NULL',
  draft: 'jsonb NOT NULL',
  lines: 'jsonb NOT NULL',
  created_by: 'text NOT NULL',
  ...MADE_BY_COLUMNS,
  created_at: '{moment} NOT NULL',
  updated_at: '{moment} NOT NULL',
  revision: '{index} NOT NULL',
} as const;
const SPELLED = ['text', 'text[]', 'boolean', 'jsonb'];
/** Columns of `ValuationColumns` (versions.ts). */
const VALUED = ['valued_by text', 'valued_at {moment}', 'valued_position {position}'];
/** What the kind's own fold fills. */
export const isOwn = ({ key, facts }: AnyField): boolean => facts.value !== undefined && key !== 'id' && !(key in LIFE);
const columnOf = ({ key, facts: { value = 'text', empty } }: AnyField): string =>
  `${key} ${SPELLED.includes(value) ? value : `{${value}}`}${empty === null ? '' : ' NOT NULL'}`;

/** Summed over the lines by every kind. */
type SummedColumn = 'line_count' | 'quantity' | 'net_weight_mg';
type LifeColumn = 'id' | keyof typeof LIFE;
/** What a kind's own fold fills: undefined is the field's empty value, which old events may leave it at. */
export type OwnCells<F extends Fields> = {
  readonly [Key in Exclude<keyof CellsOf<F>, LifeColumn | SummedColumn>]: CellsOf<F>[Key] | undefined;
};
/** As it was written once: later fields may lack. */
export type StoredForm<Whole> = { readonly [Name in keyof Whole]?: Whole[Name] | undefined };
/** Lines that are no pieces have neither barcode nor quantity: each counts once. */
type SummedLine = LineKey & { readonly barcode?: string; readonly quantity?: number; readonly netWeightMg?: number };

export type DocumentTables<F extends Fields, Header, Line extends SummedLine> = {
  readonly fields: F;
  /** PascalCase name of the events. */
  readonly name: string;
  readonly events: readonly string[];
  /** Table and its singular: `transfers`, `transfer_versions`. */
  readonly table: string;
  readonly one: string;
  /** Raise them when fields or folds change. */
  readonly version: number;
  readonly versions: number;
  /** Column of the day of business: lists go by it. */
  readonly day: string;
  /** Further indexes, by what their names end in. */
  readonly indexes: Readonly<Record<string, string>>;
  readonly versionIndexes?: Readonly<Record<string, string>>;
  /** Sums of versions open into the events that gave a document its figures. */
  readonly valued?: true;
  /** The list whose lines are summed; default: the goods. */
  readonly list?: string;
  /** `lines`: those of {@link list}; `all`: those of all lists, as they are stored. */
  readonly columns: (header: StoredForm<Header>, lines: readonly Line[], all: readonly Row[]) => OwnCells<F>;
  /** The row once it is posted, where only that could tell some of it. */
  readonly posted?: PostingFold<DocumentColumns & OwnRow>;
  /** The row after a fact of the kind's own; of versions, the columns among them that are found by. */
  readonly told?: FactFold<DocumentColumns & OwnRow>;
};

export const sumOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** What lines of any list name by a barcode; each once. */
const barcodesOf = (lines: readonly Row[]): readonly string[] => [
  ...new Set(lines.flatMap(({ barcode }) => (typeof barcode === 'string' ? [barcode] : []))),
];

type OwnRow = Readonly<Record<string, Cell>>;
const foldedBy =
  <F extends Fields, Header, Line extends SummedLine>(
    { columns, list = GOODS_LIST }: Pick<DocumentTables<F, Header, Line>, 'columns' | 'list'>,
    empty: OwnRow,
  ) =>
  (rawHeader: Row, rawLines: readonly Row[]): OwnRow => {
    const lines = linesIn(rawLines as unknown as readonly Line[], list);
    const own: Readonly<Record<string, Cell | undefined>> = {
      ...(columns(rawHeader as StoredForm<Header>, lines, rawLines) as Readonly<Record<string, Cell | undefined>>),
      barcodes: barcodesOf(rawLines),
      line_count: lines.length,
      quantity: exact(sumOf(lines, ({ quantity = 1 }) => quantity)),
      net_weight_mg: sumOf(lines, ({ netWeightMg = 0, quantity = 1 }) => netWeightMg * quantity),
    };
    return Object.fromEntries(Object.entries(empty).map(([column, none]) => [column, own[column] ?? none]));
  };

const indexesOf = (table: string, indexes: Readonly<Record<string, string>>): string =>
  Object.entries(indexes)
    .map(([name, what]) => `CREATE INDEX ${table}_${name} ON ${table} ${what};`)
    .join('\n');
const tableOf = (table: string, columns: readonly string[]): string =>
  `CREATE TABLE ${table} (\n  ${columns.join(',\n  ')}\n);`;

/** What waits is little among much. */
const waiting = (day: string): Readonly<Record<string, string>> => ({
  pending: `(${day} DESC, id DESC) WHERE audit_flag = 1`,
});
/** Found by whose they are, in the list's order. */
const byMaker = (day: string): Readonly<Record<string, string>> => ({
  made_by: `(created_by_id, ${day} DESC, id DESC)`,
  made_in: `(created_dept_id, ${day} DESC, id DESC)`,
});
const byDay = (day: string): Readonly<Record<string, string>> => ({ day: `(${day} DESC, id DESC)` });

/** The list's projection, and its versions for "as of"; `day` as lists and the latest day name it. */
export type DocumentProjections = {
  readonly name: string;
  readonly day: FragmentSqlToken;
  readonly live: Projection;
  readonly versions: Projection;
};
/** Columns that only the kind's own fold fills, empty. */
const emptyOf = (kept: readonly AnyField[]): OwnRow => ({
  ...Object.fromEntries(kept.map(({ key, facts }) => [key, facts.empty as Cell])),
  barcodes: [],
});
const projectionName = (table: string): string => table.replaceAll('_', '-');

const liveTable = <F extends Fields, Header, Line extends SummedLine>(
  spec: DocumentTables<F, Header, Line>,
  own: readonly AnyField[],
): Projection => {
  const { name, events, table, version, day, indexes } = spec;
  const life = Object.entries(LIFE).map(([column, type]) => `${column} ${type}`);
  return keyed<DocumentColumns>({
    name: projectionName(table),
    version,
    ddl: [
      tableOf(table, ['id {id} PRIMARY KEY', ...own.map(columnOf), 'barcodes text[] NOT NULL', ...life]),
      indexesOf(table, {
        ...byDay(day),
        ...byMaker(day),
        ...waiting(day),
        ...indexes,
        barcodes: 'USING gin (barcodes)',
      }),
    ].join('\n'),
    table,
    events,
    key: 'id',
    identity: ['id'],
    keyOf: documentKey,
    fold: documentFold<DocumentColumns & OwnRow>(name, foldedBy(spec, emptyOf(own)), emptyOf(own), spec),
  });
};

/** `found`: what lists are filtered and sorted by. */
const versionsTable = <F extends Fields, Header, Line extends SummedLine>(
  spec: DocumentTables<F, Header, Line>,
  found: readonly AnyField[],
): Projection => {
  const { name, events, one, versions, day, versionIndexes, valued } = spec;
  const table = `${one}_versions`;
  return documentVersions<DocumentColumns & OwnRow>({
    name,
    projection: projectionName(table),
    version: versions,
    ddl: [
      tableOf(table, [
        'id {id} NOT NULL',
        'from_position {position} NOT NULL',
        'to_position {position}',
        'stage text NOT NULL',
        'audit_flag {index} NOT NULL',
        ...found.map(columnOf),
        'barcodes text[] NOT NULL',
        ...(valued === true ? VALUED : []),
        'draft jsonb NOT NULL',
        'PRIMARY KEY (id, from_position)',
      ]),
      indexesOf(table, { ...byDay(day), ...versionIndexes }),
    ].join('\n'),
    table,
    events,
    columns: foldedBy(spec, emptyOf(found)),
    empty: emptyOf(found),
    told: spec.told,
    ...(valued === true && { valued: true }),
  });
};

export const documentTables = <F extends Fields, Header, Line extends SummedLine>(
  spec: DocumentTables<F, Header, Line>,
): DocumentProjections => {
  const own = Object.values(spec.fields).filter(isOwn);
  const found = own.filter(({ facts }) => facts.found === true || facts.value === 'day');
  const day = sql.fragment`d.${sql.identifier([spec.day])}`;
  return { name: spec.name, day, live: liveTable(spec, own), versions: versionsTable(spec, found) };
};
