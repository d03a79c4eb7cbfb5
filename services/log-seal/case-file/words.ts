/** Records of the wire in words: the fields that paper may show, as paper writes them. */
import { AUDIT_WORDS } from '../../contracts/audit.ts';
import { isoWithOffset } from '../../contracts/dates.ts';
import { titleOf } from '../../contracts/field-units.ts';
import { fieldNamesAt } from '../../goods/contract.ts';
import type { DocumentManifest, PrintedField, PrintOffer } from '../../contracts/manifest.ts';
import { formatOf, writtenValue } from '../../contracts/print-fields.ts';
import { isRow, rowsIn, textOf, type Row, type Table } from './facts.ts';

/** Words of codes that have no words of their own on paper. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  auditFlag: AUDIT_WORDS,
  priceMode: { 1: '一口价', 2: '按克' },
  returnTo: { 1: '回库', 2: '转旧料', 3: '待检' },
};
/** 2026-11-25 10:00:00, in the shops' time. */
export const momentInWords = (iso: string): string =>
  isoWithOffset(new Date(iso))
    .replace('T', ' ')
    .replace(/(\.\d+)?[+-]\d{2}:\d{2}$/, '');

type Format = PrintedField[2];
/** A cell of a table, whose title names the unit; `inTable` false: a figure that carries it. */
export const cellOf = (field: string, value: unknown, format?: Format, inTable = true): string =>
  CODES[field]?.[String(value)] ??
  writtenValue(value, field, {
    ...(format !== undefined && { format }),
    ...(inTable && { unit: '' }),
    ...((format ?? formatOf(field)) === 'money' && { decimals: 2 }),
  });

const NO_OFFER: PrintOffer = { groups: [], lines: [] };
type PrintedKind = { readonly title: string; readonly fields: readonly PrintedField[] };
const knownOf = ({ fields }: PrintedKind, row: Row): number => fields.filter(([field]) => field in row).length;
/** Pieces come first, then what else the paper has. */
const MAIN = '明细';
/** The list of the paper that knows most of what a row has. */
const listFor = ({ lines, tables = [] }: PrintOffer, row: Row): PrintedKind => {
  const lists = [{ title: MAIN, fields: lines }, ...tables.map((one) => ({ title: one.title, fields: one.lines }))];
  return lists.reduce((best, one) => (knownOf(one, row) > knownOf(best, row) ? one : best), { title: '', fields: [] });
};

/** Of a line beside what paper shows: where its price came from, and cost for whoever may see it. */
const MORE_OF_LINE: readonly PrintedField[] = [
  ['originalTodayGoldCost', '牌价', 'money'],
  ['tagPrice', '标价', 'money'],
  ['dealPrice', '议定价', 'money'],
  ['piceCost', '成本', 'money'],
  ['cost', '成本', 'money'],
];
/** Lists that no paper has. */
const OWN_LISTS: readonly PrintedKind[] = [
  {
    title: '销售员',
    fields: [
      ['seller', '销售员'],
      ['ratio', '比例', 'percent'],
    ],
  },
  {
    title: '优惠授权',
    fields: [
      ['approver', '授权人'],
      ['asker', '申请人'],
      ['at', '时间', 'moment'],
      ['reason', '原因'],
    ],
  },
];
export const tableOf = (title: string, fields: readonly PrintedField[], rows: readonly Row[]): Table => {
  const told = fields.filter(([field]) => rows.some((row) => textOf(row[field]) !== ''));
  return {
    title,
    columns: told.map(([field, name, kind = 'text']) => titleOf({ title: name, field, kind })),
    rows: rows.map((row) => told.map(([field, , format]) => cellOf(field, row[field], format))),
  };
};
const withMore = ({ title, fields }: PrintedKind, row: Row): PrintedKind => {
  const known = new Set(fields.map(([field]) => field));
  return { title, fields: [...fields, ...MORE_OF_LINE.filter(([field]) => field in row && !known.has(field))] };
};
/** Lists of a record, each by the paper's words. */
const listsOf = (offers: PrintOffer, record: Row): Table[] => {
  const tables = Object.values(record).flatMap((value) => {
    const rows = rowsIn(value);
    const [first] = rows;
    if (first === undefined) return [];
    const own = OWN_LISTS.find(({ fields }) => fields.every(([field]) => field in first));
    const list = own ?? withMore(listFor(offers, first), first);
    return list.fields.length === 0 ? [] : [tableOf(list.title, list.fields, rows)];
  });
  return tables.toSorted((one, other) => Number(other.title === MAIN) - Number(one.title === MAIN));
};

const MONEY_OF_RECORD: readonly PrintedField[] = [
  ['costAmount', '成本', 'money'],
  ['approver', '授权人'],
];
/** The record's own facts: what paper offers, else every field that has a name. */
const pairsOf = (manifest: DocumentManifest, offers: PrintOffer, record: Row): (readonly [string, string])[] => {
  const offered = offers.groups.flatMap(({ fields }) => fields);
  const names = fieldNamesAt(manifest.path);
  const fields: readonly PrintedField[] =
    offered.length > 0
      ? [...offered, ...MONEY_OF_RECORD]
      : Object.keys(record).flatMap((field) => (names[field] === undefined ? [] : [[field, names[field]] as const]));
  return fields.flatMap(([field, title, format]) => {
    const value = field in record && !isRow(record[field]) ? cellOf(field, record[field], format, false) : '';
    return value === '' ? [] : [[title, value] as const];
  });
};

/** A document as it stands: its head and its lists. */
export const recordInWords = (manifest: DocumentManifest, record: Row): Table[] => {
  const offers = manifest.print?.offers ?? NO_OFFER;
  return [{ title: manifest.label, pairs: pairsOf(manifest, offers, record) }, ...listsOf(offers, record)];
};
