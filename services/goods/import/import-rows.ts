/** Rows of a file or a list become receipts: every refused value is named by row and column (wire: import). */
import { setImmediate as breathe } from 'node:timers/promises';
import type { z } from 'zod';
import { fits, tooLong } from '../../contracts/limits.ts';
import { isPlainNumber, plainNumber, type NumberKind } from '../../contracts/typed-number.ts';
import { refuse, type Refusal } from '../../contracts/refusal.ts';
import { GOODS_FIELDS, goodsFields, type FieldKind, type GoodsAttributes } from '../fields.ts';
import { defaultName } from '../pricing.ts';
import { ReceiptBody, attributeProblems, attributesOfReceipt } from '../receipt-body.ts';
import type { Receipt } from '../state.ts';
import type { Cell } from './workbook.ts';

/** `row` as Excel shows it, `field` the column's heading. */
export type RowProblem = { readonly row: number; readonly field: string; readonly message: string };
/** Values of one row under wire names. */
export type SourceRow = { readonly row: number; readonly values: Readonly<Record<string, unknown>> };
/** An accepted row; id and barcode follow. */
export type Draft = {
  readonly row: number;
  readonly barcode: string | null;
  readonly receipt: Omit<Receipt, 'receiptId' | 'barcode'>;
};

const MAX_TEMPLATE_NAME = 60;
const MAX_SHOWN_PROBLEMS = 200;
const ROWS_PER_BREATH = 250;

type Column = { readonly label: string; readonly kind: FieldKind };
/** What a column may be matched to, by wire name. Pictures do not travel in tables. */
export const IMPORT_COLUMNS: ReadonlyMap<string, Column> = new Map<string, Column>([
  ['barcode', { label: '条码', kind: 'text' }],
  ['num', { label: '数量', kind: 'count' }],
  ['printTemplate', { label: '标签模板', kind: 'text' }],
  ...goodsFields
    .filter(([, spec]) => spec.kind !== 'pictures')
    .map(([, spec]): [string, Column] => [spec.wire, { label: spec.label, kind: spec.kind }]),
]);

const EXCEL_ERROR = /^#(REF|N\/A|VALUE|DIV\/0|NAME|NUM|NULL|ERROR)[!?]?$/i;
const NUMBER_KINDS: Readonly<Partial<Record<FieldKind, NumberKind>>> = {
  grams: 'weight',
  carats: 'carat',
  yuan: 'money',
  count: 'count',
};
/** Beyond 15 digits a number cell has lost the rest of a code. */
const MAX_CODE = 999_999_999_999_999;

class BadCell extends Error {}
const textValue = (cell: unknown): unknown => {
  if (typeof cell !== 'number') return cell;
  if (Math.abs(cell) > MAX_CODE) throw new BadCell('数字过长已丢失精度，请把该列设为文本格式');
  return String(cell);
};
const numberValue = (cell: unknown, kind: FieldKind): unknown => {
  if (typeof cell !== 'string') return cell;
  const text = plainNumber(cell, NUMBER_KINDS[kind]);
  if (text === '') return undefined;
  return isPlainNumber(text) ? Number(text) : text;
};
/** A cell as the form field would carry it. @throws {BadCell} with the message to show. */
const wireValue = (cell: unknown, { kind }: Column): unknown => {
  if (cell === null || cell === undefined || cell === '') return undefined;
  if (typeof cell === 'string' && EXCEL_ERROR.test(cell.trim())) throw new BadCell('单元格公式有错误');
  return kind === 'text' || kind === 'choice' ? textValue(cell) : numberValue(cell, kind);
};

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
  readonly choices: (attributes: GoodsAttributes, previous: null) => readonly { path: string; message: string }[];
};

const valuesOf = ({ values }: SourceRow, problem: (wire: string, message: string) => void): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  for (const [wire, column] of IMPORT_COLUMNS) {
    try {
      const value = wireValue(values[wire], column);
      if (value !== undefined) body[wire] = value;
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
  return { ...body, name: made.slice(0, GOODS_FIELDS.name.max) };
};

const draftOf = (
  source: SourceRow,
  checks: RowChecks,
  problem: (wire: string, message: string) => void,
): Draft | null => {
  let sound = true;
  const wrong = (wire: string, message: string): void => {
    sound = false;
    problem(wire, message);
  };
  const given = valuesOf(source, wrong);
  const parsed = RowBody.safeParse(named({ ...given, type: given['type'] ?? checks.head.category }));
  if (!parsed.success) {
    for (const { path, message } of (parsed.error as z.ZodError).issues) wrong(String(path[0] ?? ''), message);
    return null;
  }
  const printTemplate = typeof given['printTemplate'] === 'string' ? given['printTemplate'].trim() : '';
  if (!fits(printTemplate, MAX_TEMPLATE_NAME)) wrong('printTemplate', tooLong(MAX_TEMPLATE_NAME));
  const body = parsed.data as Readonly<Record<string, unknown>>;
  const attributes = attributesOfReceipt(body, null);
  for (const { path, message } of [...attributeProblems(attributes), ...checks.choices(attributes, null)])
    wrong(path, message);
  if (!sound) return null;
  const { shopId, supplierId, batchNo, receivedOn } = checks.head;
  const { num, status, barcode } = parsed.data;
  const quantity = num ?? 1;
  const { importId } = checks;
  return {
    row: source.row,
    barcode,
    receipt: {
      shopId,
      supplierId,
      receivedOn,
      batchNo,
      quantity,
      printTemplate,
      status: status ?? '2',
      importId,
      attributes,
    },
  };
};

/** All rows or none: the drafts, or every problem found. Lets other requests in between. */
export const draftRows = async (
  rows: readonly SourceRow[],
  checks: RowChecks,
): Promise<{ readonly drafts: readonly Draft[]; readonly problems: readonly RowProblem[] }> => {
  const drafts: Draft[] = [];
  const problems: RowProblem[] = [];
  const firstRowOf = new Map<string, number>();
  const heading = (wire: string): string => checks.headings.get(wire) ?? IMPORT_COLUMNS.get(wire)?.label ?? wire;
  for (const [index, source] of rows.entries()) {
    const problem = (wire: string, message: string): number =>
      problems.push({ row: source.row, field: heading(wire), message });
    const draft = draftOf(source, checks, problem);
    const before = draft?.barcode == null ? undefined : firstRowOf.get(draft.barcode);
    if (before !== undefined) problem('barcode', `条码与第${before}行重复`);
    if (draft?.barcode != null && before === undefined) firstRowOf.set(draft.barcode, source.row);
    if (draft !== null) drafts.push(draft);
    if (index % ROWS_PER_BREATH === ROWS_PER_BREATH - 1) await breathe();
  }
  return { drafts, problems };
};

/** 422 with the refused rows (≤ 200 shown) and their count (wire: import). */
export const refuseRows = (problems: readonly RowProblem[], kind: 'invalid' | 'conflict' = 'invalid'): Refusal => {
  const rows = new Set(problems.map(({ row }) => row)).size;
  const shown = problems.length > MAX_SHOWN_PROBLEMS ? `，以下为前${MAX_SHOWN_PROBLEMS}处` : '';
  const message = `导入失败，共${rows}行、${problems.length}处有误${shown}`;
  return refuse(kind, 'import.rows', message, { data: problems.slice(0, MAX_SHOWN_PROBLEMS) });
};

/** Rows of a file under the wire names that the user matched its headings to. */
export const matchedRows = (
  table: {
    readonly headers: readonly string[];
    readonly rows: readonly { readonly row: number; readonly cells: readonly Cell[] }[];
  },
  mapping: Readonly<Record<string, string>>,
): SourceRow[] => {
  const columns = table.headers.flatMap((header, index) => {
    const wire = mapping[header];
    return wire === undefined || wire === '' ? [] : [{ wire, index }];
  });
  return table.rows.map(({ row, cells }) => ({
    row,
    values: Object.fromEntries(columns.map(({ wire, index }) => [wire, cells[index] ?? null])),
  }));
};
