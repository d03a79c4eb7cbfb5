/** What the server answers about an import. */
import { z } from 'zod';

export const FileReading = z.object({
  fileId: z.string(),
  headers: z.array(z.string()),
  sample: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  count: z.int(),
  headerRow: z.int(),
  totalRows: z.array(z.int()),
  headingRows: z.array(z.int()),
  sheet: z.string(),
  sheets: z.array(z.object({ name: z.string(), rows: z.int(), hidden: z.boolean() })),
  note: z.string(),
});
/** Sheets that hold data, where the server asks which one is meant. */
export const SheetsToChoose = z
  .array(z.object({ path: z.literal('sheet'), name: z.string(), rows: z.int(), hidden: z.boolean() }))
  .min(1);
export type SheetInfo = Pick<z.infer<typeof SheetsToChoose>[number], 'name' | 'rows' | 'hidden'>;
/** What a column's numbers may be in (R150): one of these is chosen before the import. */
const UnitQuestion = z.object({
  heading: z.string(),
  wire: z.string(),
  question: z.string(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  answer: z.string(),
});
export type UnitQuestion = z.infer<typeof UnitQuestion>;
export type ReadFile = z.infer<typeof FileReading> & { readonly name: string };

const CellRemark = z.object({ row: z.int(), field: z.string(), wire: z.string(), message: z.string() });
export type CellRemark = z.infer<typeof CellRemark>;
const RefusedCell = CellRemark.extend({ value: z.string() });
export const RefusedCells = z.array(RefusedCell);
export type RefusedCell = z.infer<typeof RefusedCell>;

export const Report = z.object({
  total: z.int(),
  read: z.array(z.object({ row: z.int(), values: z.record(z.string(), z.string()) })),
  problems: RefusedCells,
  problemCount: z.int(),
  doubts: z.array(CellRemark),
  doubtCount: z.int(),
  differences: z.array(CellRemark),
  differenceCount: z.int(),
  keptCosts: z.int(),
  keptWeights: z.int(),
  costDifference: z.number(),
  ignored: z.array(z.string()),
  questions: z.array(UnitQuestion),
});
export type Report = z.infer<typeof Report>;

export const Progress = z.object({ id: z.int(), state: z.string(), done: z.int(), total: z.int() });
export const ImportResult = Progress.extend({
  ignored: z.array(z.string()),
  keptCosts: z.int(),
  keptWeights: z.int(),
  costDifference: z.number(),
});
export type ImportResult = z.infer<typeof ImportResult>;
export const ColumnMatching = z.object({ mapping: z.record(z.string(), z.string()) });

/** A mended cell by row and field. */
export const cellKey = ({ row, wire }: Pick<CellRemark, 'row' | 'wire'>): string => `${row}/${wire}`;
export type Edits = Readonly<Record<string, { readonly row: number; readonly wire: string; readonly value: string }>>;
