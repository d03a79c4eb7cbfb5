/** An import before anything is written: where its rows come from, what is wrong, what is hardly right. */
import { cut } from '../../contracts/limits.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../../contracts/refusal.ts';
import type { MasterLookup } from '../../contracts/master-lookup.ts';
import { choiceChecker } from '../receipt-rules.ts';
import type { CommonQueryMethods } from 'slonik';
import type { ImportBody } from './import-body.ts';
import { readingOf } from './import-cells.ts';
import { questionsOf, unitsOf } from './column-units.ts';
import { takenBarcodes } from '../live-checks.ts';
import {
  IMPORT_COLUMNS,
  columnOf,
  draftRows,
  edited,
  matchedRows,
  type ColumnUnits,
  type Draft,
  type ImportHead,
  type RowProblem,
  type SourceRow,
} from './import-rows.ts';
import { differenceWords, differencesOf, doubtsOf, type Difference } from './implausible.ts';
import type { TableFiles } from '../../platform/table-files/table-files.ts';
import { MAX_ROWS } from '../../platform/table-files/table.ts';

const MAX_SHOWN = 200;
const SHOWN_ROWS = 20;
const SHOWN_CELL = 100;

export type Source = {
  readonly fileName: string;
  readonly rows: readonly SourceRow[];
  /** Wire name → heading as the user sees it. */
  readonly headings: ReadonlyMap<string, string>;
  /** Every heading of the file; none for rows of a body. */
  readonly headers: readonly string[];
  readonly units: ColumnUnits;
};
export type CheckDeps = { readonly db: CommonQueryMethods; readonly lookup: MasterLookup };

export const headingsOf = ({ mapping = {} }: Pick<ImportBody, 'mapping'>): ReadonlyMap<string, string> =>
  new Map(Object.entries(mapping).map(([header, wire]) => [wire, header]));

const refuseMapping = ({ mapping = {} }: ImportBody): Refusal | null => {
  const wires = Object.values(mapping).filter((wire) => wire !== '');
  const unknown = wires.find((wire) => !IMPORT_COLUMNS.has(wire));
  if (unknown !== undefined) return refuseField('import.mapping', 'mapping', `不能导入的字段：${cut(unknown, 40)}`);
  if (new Set(wires).size < wires.length) return refuseField('import.mapping', 'mapping', '同一字段只能对应一列');
  return wires.length === 0 ? refuseField('import.mapping', 'mapping', '请先匹配列与字段') : null;
};
const sourceOf = async (files: TableFiles, body: ImportBody, userId: number): Promise<Source | Refusal> => {
  if (body.list !== undefined) {
    const rows = body.list.map((values, index) => ({ row: index + 1, values }));
    return { fileName: '', rows, headings: new Map(), headers: [], units: new Map() };
  }
  const { fileId, mapping = {} } = body;
  if (fileId === undefined) return refuseField('import.no_data', 'fileId', '请先导入Excel文件数据！');
  const refused = refuseMapping(body);
  if (refused !== null) return refused;
  const table = await files.load(userId, fileId);
  if (isRefusal(table)) return table;
  const { fileName, headers, titles } = table;
  const headings = headingsOf(body);
  const rows = matchedRows(table, mapping);
  return { fileName, headers, rows, headings, units: unitsOf(headings, { titles, answers: body.units }) };
};
/** The rows a request means, with what was mended in them. */
export const readSource = async (files: TableFiles, body: ImportBody, userId: number): Promise<Source | Refusal> => {
  const source = await sourceOf(files, body, userId);
  if (isRefusal(source)) return source;
  if (source.rows.length === 0) return refuseField('import.no_data', 'list', '请先导入Excel文件数据！');
  if (source.rows.length <= MAX_ROWS) return { ...source, rows: edited(source.rows, body.edits) };
  return refuseField('import.too_many_rows', 'list', `一次最多导入${MAX_ROWS}行，请拆分文件`);
};
/** Headings that nothing is imported from. */
export const ignoredOf = ({ headers }: Source, { mapping = {} }: Pick<ImportBody, 'mapping'>): readonly string[] =>
  headers.filter((header) => (mapping[header] ?? '') === '');

/** Barcodes that are in stock already. */
export const alreadyThere = async (
  { db }: Pick<CheckDeps, 'db'>,
  drafts: readonly Draft[],
  heading: string,
): Promise<RowProblem[]> => {
  const given = drafts.flatMap(({ barcode }) => (barcode === null ? [] : [barcode]));
  const taken = await takenBarcodes(db, given);
  return drafts.flatMap(({ row, barcode }) =>
    barcode === null || !taken.has(barcode)
      ? []
      : [{ row, field: heading, wire: 'barcode', value: barcode, message: `条码${barcode}已存在` }],
  );
};

const templateOf = ({ values }: SourceRow): string => {
  const name = values['printTemplate'];
  return typeof name === 'string' ? name.trim() : typeof name === 'number' ? String(name) : '';
};
/** Label templates that rows name and nobody has; a template is asked for once, however many rows name it. */
const missingTemplates = async (
  lookup: Pick<MasterLookup, 'hasTemplate'>,
  rows: readonly SourceRow[],
  heading: string,
): Promise<RowProblem[]> => {
  const missing = new Set<string>();
  for (const name of new Set(rows.map((row) => templateOf(row)))) {
    if (name !== '' && !(await lookup.hasTemplate('label', name))) missing.add(name);
  }
  return rows.flatMap((source) => {
    const value = templateOf(source);
    if (!missing.has(value)) return [];
    return [{ row: source.row, field: heading, wire: 'printTemplate', value, message: `标签模板“${value}”不存在` }];
  });
};

export type CheckedRows = { readonly drafts: readonly Draft[]; readonly problems: readonly RowProblem[] };
/** Every row by every rule; nothing is written. */
export const judge = async (
  deps: CheckDeps,
  { rows, headings, units }: Source,
  { head, importId }: { readonly head: ImportHead; readonly importId: number },
): Promise<CheckedRows> => {
  const choices = await choiceChecker(deps.lookup);
  const { drafts, problems } = await draftRows(rows, {
    head,
    importId,
    headings,
    units,
    choices,
    computed: 'as-given',
  });
  const unknown = await missingTemplates(deps.lookup, rows, columnOf(headings, 'printTemplate'));
  const taken = await alreadyThere(deps, drafts, columnOf(headings, 'barcode'));
  const all = [...problems, ...unknown, ...taken];
  return { drafts, problems: all.toSorted((left, right) => left.row - right.row) };
};

type RowDoubt = { readonly row: number; readonly field: string; readonly wire: string; readonly message: string };
/** What is hardly right, by row and column. */
export const doubtsIn = (drafts: readonly Draft[], { headings }: Pick<Source, 'headings'>): readonly RowDoubt[] =>
  drafts.flatMap(({ row, receipt }) =>
    doubtsOf(receipt).map(({ wire, message }) => ({ row, field: columnOf(headings, wire), wire, message })),
  );
/** Given costs and weights that a formula would have made otherwise. */
export const differencesIn = (
  drafts: readonly Draft[],
): readonly { readonly row: number; readonly difference: Difference }[] =>
  drafts.flatMap(({ row, receipt }) => differencesOf(receipt).map((difference) => ({ row, difference })));
/** How many pieces keep the file's cost or weight against the formula, and the costs' differences in fen. */
export const keptOf = (drafts: readonly Draft[]) => {
  const costs = differencesIn(drafts).flatMap(({ difference }) => (difference.wire === 'piceCost' ? [difference] : []));
  return {
    keptCosts: costs.length,
    costDifferenceFen: costs.reduce((sum, { given, formula }) => sum + given - formula, 0),
    keptWeights: differencesIn(drafts).length - costs.length,
  };
};
/** 409 where more is hardly right than the user agreed to; who asks without a consent answers for himself. */
export const refuseDoubts = (doubts: readonly RowDoubt[], consent: number | undefined): Refusal | null =>
  consent === undefined || doubts.length <= consent
    ? null
    : refuse('conflict', 'import.implausible', `有${doubts.length}处数据不合常理，请核对后再导入`, {
        data: { reason: 'implausible', count: doubts.length },
      });

const readRows = ({ rows, headings, units }: Source) =>
  rows.slice(0, SHOWN_ROWS).map(({ row, values, marks }) => ({
    row,
    values: Object.fromEntries(
      [...IMPORT_COLUMNS.values()].flatMap((field) =>
        field.wire in values
          ? [
              [
                field.wire,
                cut(
                  readingOf(values[field.wire], field, {
                    ...units.get(field.wire),
                    heading: headings.get(field.wire) ?? '',
                    row: values,
                    mark: marks?.[field.wire],
                  }),
                  SHOWN_CELL,
                ),
              ],
            ]
          : [],
      ),
    ),
  }));

/** What the preview shows: the first rows as read, and all that would be said of the import. */
export const reportOf = (source: Source, { drafts, problems }: CheckedRows, body: ImportBody) => {
  const doubts = doubtsIn(drafts, source);
  const differences = differencesIn(drafts);
  const { keptCosts, keptWeights, costDifferenceFen } = keptOf(drafts);
  return {
    total: source.rows.length,
    read: readRows(source),
    problems: problems.slice(0, MAX_SHOWN),
    problemCount: problems.length,
    doubts: doubts.slice(0, MAX_SHOWN),
    doubtCount: doubts.length,
    differences: differences.slice(0, MAX_SHOWN).map(({ row, difference }) => ({
      row,
      field: columnOf(source.headings, difference.wire),
      wire: difference.wire,
      message: differenceWords(difference),
    })),
    differenceCount: differences.length,
    keptCosts,
    keptWeights,
    costDifference: costDifferenceFen / 100,
    ignored: [...ignoredOf(source, body)],
    questions: questionsOf(source),
  };
};
