/** Rules of the lines of a write-off or write-up (R9). Pure. */
import type { AdjustLineRow, AdjustRecordRow } from 'projections/stock-adjusts/contract';
import type { CellChange, Problem } from 'root-config/ui';
import { quantityRule } from '../../goods/quantity-rule.ts';

/** `shopId`: the shop the piece was looked up in; the document's may be changed afterwards. */
export type Line = AdjustLineRow & {
  readonly shopId: number | undefined;
  readonly totalWeight?: number;
  readonly amount?: number;
};
export type AdjustValues = Omit<AdjustRecordRow, 'bizGoodsList'> & { readonly bizGoodsList: readonly Line[] };
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

/** Lines of another shop than the chosen one. */
export const checkAdjust = ({ shopId, bizGoodsList = [] }: Partial<AdjustValues>): readonly Problem[] =>
  bizGoodsList.flatMap((line, index) =>
    line.shopId === shopId
      ? []
      : [{ path: `bizGoodsList.${index}.barcode`, message: '这件首饰不在现在的分店，请删除后重新扫码' }],
  );
