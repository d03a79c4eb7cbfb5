/** Rows of a file or a list become receipts: every refused value is named by row and column (wire: import). */
import { setImmediate as breathe } from 'node:timers/promises';
import type { z } from 'zod';
import { cut, fits, tooLong } from '../../contracts/limits.ts';
import type { RowProblem as WrongCell } from '../../platform/table-files/refuse-rows.ts';
import { GOODS_FIELDS, type GoodsAttributes } from '../fields.ts';
import { defaultName, formulaCostFen, formulaWeightMg } from '../pricing.ts';
import { ReceiptBody, attributeProblems, attributesOfReceipt } from '../receipt-body.ts';
import type { Receipt } from '../state.ts';
import type { ImportBody } from './import-body.ts';
import { BadCell, cellText, wireValue, type CellHints } from './import-cells.ts';
import { IMPORT_FIELDS, type ImportField } from './contract.ts';
import type { CellMark, Table } from '../../platform/table-files/table.ts';

/** `row` as Excel shows it, `field` the column's heading, `wire` its field, `value` as it stands in the file. */
export type RowProblem = WrongCell & { readonly wire: string; readonly value: string };
/** Values of one row under wire names. */
export type SourceRow = {
  readonly row: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** By wire name, of cells that stand as the file had them. */
  readonly marks?: Readonly<Record<string, CellMark>>;
  /** Why the row does not stand under its headings. */
  readonly misfit?: string | undefined;
};
/** By wire name: what a column's numbers are in, and what somebody said they are. */
export type ColumnUnits = ReadonlyMap<string, Pick<CellHints, 'unit' | 'answer'>>;
/** An accepted row; id and barcode follow. */
export type Draft = {
  readonly row: number;
  readonly barcode: string | null;
  readonly receipt: Omit<Receipt, 'receiptId' | 'barcode'>;
};

const WHOLE_ROW = '整行';
const MAX_TEMPLATE_NAME = 60;
const MAX_SHOWN_VALUE = 200;
const ROWS_PER_BREATH = 250;

/** What a column may be matched to, by wire name. */
export const IMPORT_COLUMNS: ReadonlyMap<string, ImportField> = new Map(
  IMPORT_FIELDS.map((field): [string, ImportField] => [field.wire, field]),
);
/** A column as the user knows it: its heading, else the field's name. */
export const columnOf = (headings: ReadonlyMap<string, string>, wire: string): string =>
  headings.get(wire) ?? IMPORT_COLUMNS.get(wire)?.label ?? wire;

const RowBody = ReceiptBody.omit({
  id: true,
  shopId: true,
  supplierId: true,
  inStorageAt: true,
  batchNo: true,
  printTemplate: true,
});

export type ImportHead = {
  readonly shopId: number;
  readonly supplierId: number | null;
  readonly category: string;
  readonly batchNo: string;
  readonly receivedOn: string;
};
export type RowChecks = {
  readonly head: ImportHead;
  readonly importId: number;
  /** Wire name → heading as the user sees it. */
  readonly headings: ReadonlyMap<string, string>;
  readonly units: ColumnUnits;
  /** Whether a row's cost and total weight are what was paid and weighed, or what a grid computed. */
  readonly computed: 'as-given' | 'by-formula';
  readonly choices: (attributes: GoodsAttributes, previous: null) => readonly { path: string; message: string }[];
};

type Wrong = (wire: string, message: string) => void;
/** Cost and total weight are computed; what a file gives for them is kept beside the formula. */
const GIVEN: Readonly<Record<string, string>> = { piceCost: 'givenCost', weight: 'givenWeight' };
const GIVEN_AS: Readonly<Record<string, string>> = { givenCost: 'piceCost', givenWeight: 'weight' };

const valuesOf = (
  { values, marks }: SourceRow,
  { headings, computed, units }: RowChecks,
  problem: Wrong,
): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  for (const [wire, column] of IMPORT_COLUMNS) {
    try {
      const told = { unit: null, ...units.get(wire), mark: marks?.[wire], typed: computed === 'by-formula' };
      const value = wireValue(values[wire], column, headings.get(wire), told);
      const kept = computed === 'as-given' ? GIVEN[wire] : undefined;
      if (value !== undefined) body[kept ?? wire] = value;
    } catch (error) {
      if (!(error instanceof BadCell)) throw error;
      problem(wire, error.message);
    }
  }
  return body;
};

const named = (body: Record<string, unknown>): Record<string, unknown> => {
  const text = (wire: string): string => (typeof body[wire] === 'string' ? body[wire] : '');
  if (text('name').trim() !== '') return body;
  // A name that somebody gave is never cut; one made of three words may be.
  const made = defaultName({ fineness: text('fineness'), mainStone: text('stoneName'), style: text('style') });
  return { ...body, name: cut(made, GOODS_FIELDS.name.max) };
};

/** What the formula gives too need not be kept: it may follow the formula later. */
const keptGiven = (attributes: GoodsAttributes): GoodsAttributes => ({
  ...attributes,
  givenCostFen: attributes.givenCostFen === formulaCostFen(attributes) ? 0 : attributes.givenCostFen,
  givenWeightMg: attributes.givenWeightMg === formulaWeightMg(attributes) ? 0 : attributes.givenWeightMg,
});

type ParsedRow = { readonly body: z.infer<typeof RowBody>; readonly printTemplate: string };
const parsedRow = (source: SourceRow, checks: RowChecks, wrong: Wrong): ParsedRow | null => {
  const given = valuesOf(source, checks, wrong);
  const parsed = RowBody.safeParse(named({ ...given, type: given['type'] ?? checks.head.category }));
  if (!parsed.success) {
    for (const { path, message } of (parsed.error as z.ZodError).issues) wrong(String(path[0] ?? ''), message);
    return null;
  }
  const printTemplate = typeof given['printTemplate'] === 'string' ? given['printTemplate'].trim() : '';
  if (!fits(printTemplate, MAX_TEMPLATE_NAME)) wrong('printTemplate', tooLong(MAX_TEMPLATE_NAME));
  return { body: parsed.data, printTemplate };
};

const draftOf = (source: SourceRow, checks: RowChecks, problem: Wrong): Draft | null => {
  let sound = true;
  const wrong: Wrong = (wire, message) => {
    sound = false;
    problem(GIVEN_AS[wire] ?? wire, message);
  };
  const parsed = parsedRow(source, checks, wrong);
  if (parsed === null) return null;
  const { body, printTemplate } = parsed;
  const quantity = body.num ?? 1;
  const attributes = keptGiven(attributesOfReceipt(body, null));
  const problems = [...attributeProblems(attributes, quantity), ...checks.choices(attributes, null)];
  for (const { path, message } of problems) wrong(path, message);
  if (!sound) return null;
  const { shopId, supplierId, batchNo, receivedOn } = checks.head;
  const origin = { shopId, supplierId, receivedOn, batchNo, importId: checks.importId };
  return {
    row: source.row,
    barcode: body.barcode,
    receipt: { ...origin, quantity, printTemplate, status: body.status ?? '2', attributes },
  };
};

const refuser =
  ({ row, values }: SourceRow, { headings }: RowChecks, problems: RowProblem[]): Wrong =>
  (wire, message) => {
    const value = cut(cellText(values[wire]), MAX_SHOWN_VALUE);
    problems.push({ row, field: columnOf(headings, wire), wire, value, message });
  };
/** All rows or none: the drafts, or every problem found. Lets other requests in between. */
export const draftRows = async (
  rows: readonly SourceRow[],
  checks: RowChecks,
): Promise<{ readonly drafts: readonly Draft[]; readonly problems: readonly RowProblem[] }> => {
  const drafts: Draft[] = [];
  const problems: RowProblem[] = [];
  const firstRowOf = new Map<string, number>();
  const take = (source: SourceRow): void => {
    const problem = refuser(source, checks, problems);
    const draft = draftOf(source, checks, problem);
    if (draft === null) return;
    drafts.push(draft);
    if (draft.barcode === null) return;
    const before = firstRowOf.get(draft.barcode);
    if (before === undefined) firstRowOf.set(draft.barcode, source.row);
    else problem('barcode', `条码与第${before}行重复`);
  };
  for (const [index, source] of rows.entries()) {
    // What stands under other headings than its own says nothing of its cells.
    if (source.misfit === undefined) take(source);
    else problems.push({ row: source.row, field: WHOLE_ROW, wire: '', value: '', message: source.misfit });
    if (index % ROWS_PER_BREATH === ROWS_PER_BREATH - 1) await breathe();
  }
  return { drafts, problems };
};

/** Rows of a file under the wire names that the user matched its headings to. */
export const matchedRows = (
  table: Pick<Table, 'headers' | 'rows'>,
  mapping: Readonly<Record<string, string>>,
): SourceRow[] => {
  const columns = table.headers.flatMap((header, index) => {
    const wire = mapping[header];
    return wire === undefined || wire === '' ? [] : [{ wire, index }];
  });
  return table.rows.map(({ row, cells, marks, misfit }) => ({
    row,
    misfit,
    values: Object.fromEntries(columns.map(({ wire, index }) => [wire, cells[index] ?? null])),
    ...(marks !== undefined && {
      marks: Object.fromEntries(columns.flatMap(({ wire, index }) => (marks[index] ? [[wire, marks[index]]] : []))),
    }),
  }));
};

/** The rows with what was mended in the wizard. */
export const edited = (rows: readonly SourceRow[], edits: ImportBody['edits']): readonly SourceRow[] => {
  if (edits.length === 0) return rows;
  const byRow = new Map<number, Record<string, string>>();
  for (const { row, wire, value } of edits) {
    if (IMPORT_COLUMNS.has(wire)) byRow.set(row, { ...byRow.get(row), [wire]: value });
  }
  return rows.map((source) => {
    const mended = byRow.get(source.row);
    if (mended === undefined) return source;
    const { marks = {}, ...rest } = source;
    const left = Object.fromEntries(Object.entries(marks).filter(([wire]) => !(wire in mended)));
    return { ...rest, values: { ...source.values, ...mended }, marks: left };
  });
};
