/** A line of old material while it is typed: what the customer hands in, and what is paid for it (S1§2.3, §9). Pure. */
import type { RecycleLineRow } from 'projections/recycles/contract';
import { newId } from 'root-config/api';
import { fenFromYuan, gramsFromMg, mgFromGrams, yuanFromFen } from 'services/contracts/units';
import { recycledNetMg, recycledPriceFen, type WorkFeeRule } from 'services/old-material/contract';

/** What is not typed yet is undefined. `key` names the line in the grid; `id` is that of a saved one. */
export type RecycleLine = {
  readonly key: string;
  readonly id: number | undefined;
  readonly type: string;
  readonly style: string;
  readonly fineness: string;
  readonly name: string;
  readonly weight: number | undefined;
  readonly lossRatio: number | undefined;
  readonly netWeight: number | undefined;
  readonly cost: number | undefined;
  readonly workFee: number | undefined;
  readonly price: number | undefined;
  readonly stone: string;
  readonly stoneCt: number | undefined;
  readonly stoneP: number | undefined;
  readonly second: string;
  readonly secondCt: number | undefined;
  readonly secondP: number | undefined;
  readonly pictures: string;
  readonly thumb: string;
  readonly remark: string;
};

const NOTHING_LOST = 100;
export const blankLine = (): RecycleLine => ({
  key: newId(),
  id: undefined,
  type: '',
  style: '',
  fineness: '',
  name: '',
  weight: undefined,
  lossRatio: NOTHING_LOST,
  netWeight: undefined,
  cost: undefined,
  workFee: undefined,
  price: undefined,
  stone: '',
  stoneCt: undefined,
  stoneP: undefined,
  second: '',
  secondCt: undefined,
  secondP: undefined,
  pictures: '',
  thumb: '',
  remark: '',
});
/** Of whichever document: the one it lies in needs no telling. */
export const savedLine = (row: Omit<RecycleLineRow, 'recycleId'>): RecycleLine => ({ ...row, key: `#${row.id}` });

/** Net weight and price follow from what is typed; undefined until there is enough of it. */
export const withSums = (line: RecycleLine, rule: WorkFeeRule): RecycleLine => {
  const { weight, lossRatio = NOTHING_LOST, cost, workFee = 0 } = line;
  if (weight === undefined) return { ...line, netWeight: undefined, price: undefined };
  const netWeightMg = recycledNetMg(mgFromGrams(weight), Math.round(lossRatio * 100));
  const netWeight = gramsFromMg(netWeightMg);
  if (cost === undefined) return { ...line, netWeight, price: undefined };
  const priced = { netWeightMg, unitPriceFen: fenFromYuan(cost), workFeeFen: fenFromYuan(workFee) };
  return { ...line, netWeight, price: yuanFromFen(recycledPriceFen(priced, rule)) };
};

/** What the board said for the fineness of a line; `cost` undefined while nothing came of it. `before`: what it had said last. */
export type BoardFill = {
  readonly fineness: string;
  readonly cost: number | undefined;
  readonly before?: BoardFill | undefined;
};
/** Whether the board is to be asked: for a fineness once, where no price stands or only one of the board's. */
export const wantsPrice = ({ fineness, cost }: RecycleLine, filled: BoardFill | undefined): boolean =>
  fineness !== '' && fineness !== filled?.fineness && (cost === undefined || cost === filled?.cost);
/** With the board's price, unless the line became another meanwhile. */
export const withBoardPrice = (
  line: RecycleLine,
  { fineness, cost, before }: BoardFill,
  rule: WorkFeeRule,
): RecycleLine =>
  line.fineness === fineness && (line.cost === undefined || line.cost === before?.cost)
    ? withSums({ ...line, cost }, rule)
    : line;

/** As the body has it; a price that is empty is none (what is paid stands in the dialog before it is paid). */
export const lineBody = ({ key: _key, thumb: _thumb, ...line }: RecycleLine) => ({ ...line, cost: line.cost ?? 0 });
type Lacking = { readonly field: 'type' | 'style'; readonly message: string };
/** What a line needs before the next one is begun (S1§5). */
export const lacksKind = (last: { readonly type: string; readonly style: string } | undefined): Lacking | null => {
  if (last === undefined) return null;
  if (last.type === '') return { field: 'type', message: '请选择首饰类别!' };
  return last.style === '' ? { field: 'style', message: '请选择首饰款式类!' } : null;
};

export type RecycleTotals = { readonly weight: number; readonly netWeight: number; readonly price: number };
/** Grams and yuan of all lines. */
export const totalsOf = (lines: readonly RecycleLine[]): RecycleTotals => {
  const sum = (of: (line: RecycleLine) => number | undefined, scale: number): number =>
    lines.reduce((total, line) => total + Math.round((of(line) ?? 0) * scale), 0) / scale;
  return {
    weight: sum(({ weight }) => weight, 1000),
    netWeight: sum(({ netWeight }) => netWeight, 1000),
    price: sum(({ price }) => price, 100),
  };
};
