/** Rules of the lines of a write-off or write-up (R9). Pure. */
import type { AdjustLineRow, AdjustRecordRow } from 'projections/stock-adjusts/contract';
import type { CellChange, Problem } from 'root-config/ui';
import { linesElsewhere, type LineOf, type ValuesOf } from '../../documents/lines.ts';
import { quantityRule } from '../../documents/quantity-rule.ts';

export type Line = LineOf<AdjustLineRow>;
export type AdjustValues = ValuesOf<AdjustRecordRow, Line>;
/** '1' 报损, '2' 报溢. */
export type Kind = '1' | '2';
export const KIND_NAMES: Record<Kind, string> = { '1': '报损', '2': '报溢' };

const lost = quantityRule<Line>('num', 'stock', { zero: '数量不能为0！', above: '报损数量不能大于库存数量！' });
/** What turned up has no stock that limits it. */
const found = (line: Line, value: unknown): CellChange<Line> => {
  const asked = typeof value === 'number' ? value : Number(value);
  if (!Number.isInteger(asked) || asked < 1) return { line: { ...line, num: 1 }, message: '数量不能为0！' };
  return { line: { ...line, num: asked } };
};
export const quantityOf = (kind: Kind) => (kind === '1' ? lost : found);

export const checkAdjust = ({ shopId, bizGoodsList = [] }: Partial<AdjustValues>): readonly Problem[] =>
  linesElsewhere(bizGoodsList, shopId);
