/** What the server answers about an import. */
import { z } from 'zod';

export const Read = z.object({
  fileId: z.string(),
  headers: z.array(z.string()),
  sample: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  count: z.int(),
  headerRow: z.int(),
  totalRows: z.array(z.int()),
});
export type ReadFile = z.infer<typeof Read> & { readonly name: string };

const Said = z.object({ row: z.int(), field: z.string(), wire: z.string(), message: z.string() });
export type Said = z.infer<typeof Said>;
const Refused = Said.extend({ value: z.string() });
export const RefusedCells = z.array(Refused);
export type RefusedCell = z.infer<typeof Refused>;

export const Report = z.object({
  total: z.int(),
  read: z.array(z.object({ row: z.int(), values: z.record(z.string(), z.string()) })),
  problems: RefusedCells,
  problemCount: z.int(),
  doubts: z.array(Said),
  doubtCount: z.int(),
  differences: z.array(Said),
  differenceCount: z.int(),
  keptCosts: z.int(),
  keptWeights: z.int(),
  costDifference: z.number(),
  ignored: z.array(z.string()),
});
export type Report = z.infer<typeof Report>;

export const Progress = z.object({ id: z.int(), state: z.string(), done: z.int(), total: z.int() });
export const Imported = Progress.extend({
  ignored: z.array(z.string()),
  keptCosts: z.int(),
  keptWeights: z.int(),
  costDifference: z.number(),
});
export type Imported = z.infer<typeof Imported>;
export const Matching = z.object({ mapping: z.record(z.string(), z.string()) });

/** A mended cell by row and field. */
export const cellKey = ({ row, wire }: Pick<Said, 'row' | 'wire'>): string => `${row}/${wire}`;
export type Edits = Readonly<Record<string, { readonly row: number; readonly wire: string; readonly value: string }>>;
