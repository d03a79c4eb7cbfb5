/** How rows of documents and their lines are read and told, out of their fields (services/contracts/fields). */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { AUDIT_WORDS } from 'services/contracts/audit';
import { documentNo } from 'services/contracts/document';
import type { AnyField, CellsOf, Fields, MadeOf, NamedMaster, RowSchema } from 'services/contracts/fields';
import { maskOf } from 'services/contracts/person';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { seesCost, type SessionUser } from 'services/contracts/user';
import type { Recorded } from 'services/event-store/port';
import type { ExportColumn } from '../platform/sheets/export.ts';
import { photosOf, thumbsOf } from '../goods-in/present.ts';
import { standing } from '../platform/queries/past-rows.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { shown, shownLine, type HistoryWords } from './history.ts';
import { shopNames, supplierNames } from './names.ts';
import type { Figure, Figures } from './sums.ts';
import { isOwn } from './tables.ts';

export type RowOf<F extends Fields> = z.output<RowSchema<F>>;
/** A row of the table as it is read, with its lines. */
export type StoredOf<F extends Fields, Line> = CellsOf<F> & { readonly revision: number; readonly lines: Line[] };

const column = (name: string): FragmentSqlToken => sql.fragment`d.${sql.identifier([name])}`;
const isKept = ({ facts }: AnyField): boolean => facts.value !== undefined;
const named = (fields: Fields): readonly (readonly [name: string, field: AnyField])[] =>
  Object.entries(fields).filter(([, { facts }]) => facts.nameIn !== undefined);

const handed = (fields: Fields): readonly (readonly [name: string, field: AnyField])[] =>
  Object.entries(fields).filter(([, { facts }]) => facts.handedTo !== undefined);

/** The schema of a stored row. */
export const storedOf = <F extends Fields, Line>(fields: F, line: z.ZodType<Line>): z.ZodType<StoredOf<F, Line>> => {
  const kept = Object.values(fields).filter(isKept);
  return z.object({
    ...Object.fromEntries(kept.map(({ key, facts }) => [key, facts.stored ?? z.unknown()])),
    ...Object.fromEntries(named(fields).map(([name]) => [name, z.string().nullable()])),
    ...Object.fromEntries(handed(fields).map(([name]) => [name, z.array(z.int())])),
    revision: z.int(),
    lines: z.array(line),
  }) as unknown as z.ZodType<StoredOf<F, Line>>;
};
/** What is selected of the document `d`: its columns, the names it is joined with, and who took over what it held then. */
export const columnsOf = (fields: Fields, asOf?: number): FragmentSqlToken => {
  const kept = Object.values(fields).filter(isKept);
  const names = named(fields).map(([name, { facts }]) => {
    const alias = sql.identifier([name]);
    return sql.fragment`${alias}.${sql.identifier([facts.of ?? 'name'])} AS ${alias}`;
  });
  const takers = handed(fields).map(
    ([name, { key, facts }]) => sql.fragment`ARRAY(
      SELECT DISTINCT h.taker_id FROM live.handovers h
      WHERE h.giver_id = ${column(key)} AND h.taker_kind = ${facts.handedTo ?? ''}
        AND ${standing(sql.fragment`h`, asOf)} ORDER BY 1) AS ${sql.identifier([name])}`,
  );
  const all = [...kept.map(({ key }) => column(key)), ...names, ...takers, sql.fragment`d.revision, d.lines`];
  return sql.fragment`${sql.join(all, sql.fragment`, `)}`;
};
/** Each name by a join of its own. */
export const namesOf = (fields: Fields): FragmentSqlToken => {
  const joins = named(fields).map(([name, { key, facts }]) => {
    const alias = sql.identifier([name]);
    const master = sql.identifier(['master', facts.nameIn ?? '']);
    return sql.fragment`LEFT JOIN ${master} ${alias} ON ${alias}.id = ${column(key)}`;
  });
  return sql.fragment`${sql.join(joins, sql.fragment` `)}`;
};

type StoredRow = Readonly<Record<string, unknown>>;
const PICTURED = { names: (names: readonly string[]) => JSON.stringify(names), photos: photosOf, thumbs: thumbsOf };
const told = (name: string, { key, facts }: AnyField, row: StoredRow): unknown => {
  const value = row[key];
  if (facts.nameIn !== undefined) return row[name] ?? '';
  if (facts.pictured !== undefined) return PICTURED[facts.pictured](value as readonly string[]);
  if (facts.handedTo !== undefined) {
    const kind = facts.handedTo;
    return (row[name] as readonly number[]).map((id) => documentNo(kind, id)).join('、');
  }
  if (facts.numberOf !== undefined) return value === null ? '' : documentNo(facts.numberOf, value as number);
  if (facts.kind === 'money') return yuanFromFen(value as number);
  return facts.kind === 'weight' ? gramsFromMg(value as number) : value;
};
/** A row, or a line, as it is answered; `made` gives the fields that the slice makes. */
export const tellingOf = <F extends Fields, Kept extends CellsOf<F>>(fields: F) => {
  const all = Object.entries<AnyField>(fields);
  return (row: Kept, made: MadeOf<F>, user: SessionUser): RowOf<F> => {
    const seen = seesCost(user);
    const values: StoredRow = made;
    const answer: Record<string, unknown> = {};
    for (const [name, one] of all) {
      if (one.facts.cost === true && !seen) continue;
      answer[name] = one.facts.made === true ? values[name] : told(name, one, row);
    }
    // Each field's schema and how it is told stand together in its declaration.
    return answer as RowOf<F>;
  };
};

const CELL_KINDS = { status: 'text', plain: 'text' } as const;
const cellKind = (kind: AnyField['facts']['kind']): ExportColumn['kind'] =>
  kind === 'status' || kind === 'plain' ? CELL_KINDS[kind] : kind;
/** Columns of the sheet, in this order. */
export const sheetOf = <F extends Fields>(fields: F, names: readonly (keyof F & string)[]): readonly ExportColumn[] =>
  names.map((name) => {
    const { title = name, kind, cost, total } = fields[name]!.facts;
    const mask = maskOf(fields[name]!.wire);
    return {
      field: name,
      title,
      kind: cellKind(kind),
      ...(cost === true && { cost }),
      ...(mask !== undefined && { mask }),
      ...(total !== undefined && { total: 'sum' as const }),
      ...(kind === 'status' && { words: AUDIT_WORDS }),
    };
  });

/** Who audited, who made a document and when: the end of every sheet of documents. */
export const MADE_BY = ['auditFlag', 'auditor', 'createdBy', 'createdAt', 'remark'] as const;

const UNITS: Readonly<Record<string, Figure['unit']>> = { count: 'count', weight: 'mg', money: 'fen' };
/** What the strip over the list adds up. */
export const figuresOf = (fields: Fields): Figures =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { facts }]) => facts.total === 'list')
      .map(([name, { key, facts }]) => [
        name,
        {
          value: column(key),
          unit: UNITS[facts.kind] ?? 'count',
          ...(facts.cost === true && { cost: true as const }),
        },
      ]),
  );

/** `returned_on` of the table is `returnedOn` of the header. */
const inHeader = (key: string): string => key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const pictured = (value: unknown): string => (Array.isArray(value) ? `${value.length} 张` : '');
const TOLD: readonly unknown[] = ['text', 'day', 'text[]'];
/** What of the header a history tells: shops and suppliers by name, days, texts and pictures that have a title. */
const headerWords = async (
  fields: Fields,
  { db }: QueryDeps,
  events: readonly Recorded[],
): Promise<HistoryWords['header']> => {
  const all = Object.values(fields).filter(({ facts }) => facts.title !== undefined);
  const names = async (of: NamedMaster, read: typeof supplierNames) =>
    all.some(({ facts }) => facts.nameIn === of) ? read(db, events) : null;
  const [shop, supplier] = await Promise.all([names('shop', shopNames), names('supplier', supplierNames)]);
  const words = all.flatMap((one) => {
    const { key, facts } = one;
    const { title: label = '', kind, nameIn, numberOf, origin } = facts;
    if (origin === true && numberOf !== undefined) {
      const show = (id: unknown) => (typeof id === 'number' ? documentNo(numberOf, id) : '');
      return [[inHeader(key), { label, show }] as const];
    }
    if (nameIn !== undefined) {
      const byId = nameIn === 'shop' ? shop : supplier;
      return [[inHeader(key), { label, show: (id: unknown) => byId?.get(id) ?? shown(id) }] as const];
    }
    const show = kind === 'plain' ? pictured : shown;
    return isOwn(one) && TOLD.includes(facts.value) ? [[inHeader(key), { label, show }] as const] : [];
  });
  return Object.fromEntries(words);
};
export type LineWords = (line: StoredRow, withCost: boolean) => readonly [label: string, value: string];
/** `lineWords`: what a history tells of a line besides its piece, its quantity and its remark. */
export const wordsOf =
  (fields: Fields, lineWords: LineWords) =>
  async (deps: QueryDeps, user: SessionUser, events: readonly Recorded[]): Promise<HistoryWords> => ({
    header: await headerWords(fields, deps, events),
    line: (line) => shownLine(line, lineWords(line, seesCost(user))),
    first: Object.values(fields).flatMap(({ key, facts }) => (facts.origin === true ? [inHeader(key)] : [])),
  });
