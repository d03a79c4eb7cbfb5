/** What the house pays for old gold at most without somebody's word (R133). Pure; fen, mg. */
import type { Fineness } from '../contracts/fineness.ts';
import { settingDefault } from '../contracts/setting-defaults.ts';
import { numberOfSetting } from '../contracts/setting-value.ts';
import { mulDiv } from '../contracts/units.ts';
import { gramRows, type ValidBoard } from '../quoted-price/contract.ts';

/** Setting: how far below its selling price gold is bought where the board has no buying prices; percent. */
export const RECYCLE_GAP = 'recycle_gap';
export const gapBpOf = (setting: string | null): number =>
  Math.round(numberOfSetting(setting, settingDefault(RECYCLE_GAP), 100) * 100);

export type Finenesses = ReadonlyMap<string, Fineness>;
/** What bounds are made of. */
export type BuyingTerms = {
  readonly finenesses: Finenesses;
  readonly gapBp: number;
  /** Boards that were valid within the last half hour: the best of them counts. */
  readonly lately: readonly ValidBoard[];
  /** Of an earlier date its own: the lower of both days counts; absent: of today. */
  readonly ofThatDay?: ValidBoard | null;
};
type Row = ValidBoard['details'][number];
/** Contents have two decimals. */
const CENTI = 100;
const CONTENT_TEXT = /(\d+(?:\.\d+)?)$/;
/** Pure metal of a row in a thousand parts × 100: what it says itself, else its name's. */
const centiOf = ({ name, goldContent }: Pick<Row, 'name' | 'goldContent'>, finenesses: Finenesses): number => {
  const said = CONTENT_TEXT.exec(goldContent.trim())?.[1];
  return Math.round((said === undefined ? (finenesses.get(name.trim())?.content ?? 0) : Number(said)) * CENTI);
};
/** Where a board has no buying prices, its selling prices less the gap. */
const boughtAt = ({ details }: ValidBoard, gapBp: number) => {
  const rows = gramRows(details);
  const buys = rows.some(({ costFen }) => costFen > 0);
  return rows
    .map((row) => ({ ...row, fen: buys ? row.costFen : mulDiv([row.priceFen, 10_000 - gapBp], 10_000) }))
    .filter(({ fen }) => fen > 0);
};

/**
 * What a gram of a fineness is bought for at most by one board: its own row (of several the lowest), else gold by its
 * content from the purest row; null where neither says anything.
 */
export const boardBoundFen = (
  board: ValidBoard | null,
  fineness: string,
  { finenesses, gapBp }: Pick<BuyingTerms, 'finenesses' | 'gapBp'>,
): number | null => {
  const rows = board === null ? [] : boughtAt(board, gapBp);
  const own = rows.filter(({ name }) => name.trim() === fineness).map(({ fen }) => fen);
  if (own.length > 0) return Math.min(...own);
  const made = finenesses.get(fineness);
  if (made?.metal !== '金' || made.content <= 0) return null;
  const [purest] = rows
    .filter(({ name }) => finenesses.get(name.trim())?.metal === '金')
    .map((row) => ({ fen: row.fen, centi: centiOf(row, finenesses) }))
    .filter(({ centi }) => centi > 0)
    .toSorted((one, other) => other.centi - one.centi || one.fen - other.fen);
  return purest === undefined ? null : mulDiv([purest.fen, Math.round(made.content * CENTI)], purest.centi);
};
/** The bound of a gram by all boards that count; null: not known. */
export const gramBoundFen = (fineness: string, terms: BuyingTerms): number | null => {
  const bounds = terms.lately.flatMap((board) => boardBoundFen(board, fineness, terms) ?? []);
  const now = bounds.length === 0 ? null : Math.max(...bounds);
  if (terms.ofThatDay === undefined) return now;
  const then = boardBoundFen(terms.ofThatDay, fineness, terms);
  if (then === null || now === null) return null;
  return Math.min(then, now);
};

/** Gold that is sold by the gram in the same order (以旧换新): old gold up to its pure grams goes by its price. */
export type ExchangedGold = {
  readonly fineness: string;
  readonly weightMg: number;
  /** What a gram of it comes to: after rebate, never above the board. */
  readonly gramFen: number;
};
export type HandedIn = {
  readonly fineness: string;
  readonly weightMg: number;
  readonly lossRatioBp: number;
  readonly netWeightMg: number;
};
type GoldLeft = { readonly content: number; readonly metal: string; readonly gramFen: number; leftPure: number };
/** Price of a gram of the old gold where it goes by that sold gold. */
const exchangedFen = ({ content, gramFen }: GoldLeft, own: Fineness): number =>
  own.content >= content ? gramFen : mulDiv([gramFen, Math.round(own.content * CENTI)], Math.round(content * CENTI));

/** mg × fen, rounded to fen once. */
const paidFen = (parts: readonly { readonly mg: number; readonly fen: number }[]): number => {
  const total = parts.reduce((sum, { mg, fen }) => sum + BigInt(Math.round(mg * 1_000_000)) * BigInt(fen), 0n);
  return Number((total * 2n + 1_000_000_000n) / 2_000_000_000n);
};
/** What of a line goes by gold that is sold in the order, and what is left of it; takes that from `pool`. */
const exchanged = (line: HandedIn, own: Fineness | undefined, plainFen: number | null, pool: GoldLeft[]) => {
  const parts: { readonly mg: number; readonly fen: number }[] = [];
  // What is paid for is rounded to 10 mg; the gold that is there is not.
  const exactMg = (line.weightMg * line.lossRatioBp) / 10_000;
  let leftMg = exactMg;
  if (own !== undefined && own.content > 0) {
    const fitting = pool
      .filter(({ metal }) => metal === own.metal)
      .map((left) => ({ left, fen: exchangedFen(left, own) }))
      .filter(({ fen }) => plainFen === null || fen > plainFen)
      .toSorted((one, other) => other.fen - one.fen);
    for (const { left, fen } of fitting) {
      const mg = Math.min(leftMg, left.leftPure / own.content);
      left.leftPure -= mg * own.content;
      leftMg -= mg;
      if (mg > 0) parts.push({ mg: (mg * line.netWeightMg) / exactMg, fen });
    }
  }
  return { parts, restMg: exactMg === 0 ? 0 : (Math.max(0, leftMg) * line.netWeightMg) / exactMg };
};

/** What computing leaves of nothing. */
const NOTHING_MG = 0.000_001;
/** What each line may come to at most, fees included, in fen; null: not known, so it asks. */
export const ceilingsOf = (
  lines: readonly HandedIn[],
  terms: BuyingTerms,
  sold: readonly ExchangedGold[] = [],
): readonly (number | null)[] => {
  const pool = sold.flatMap(({ fineness, weightMg, gramFen }): GoldLeft[] => {
    const made = terms.finenesses.get(fineness);
    if (made === undefined || made.content <= 0 || gramFen <= 0) return [];
    return [{ ...made, gramFen, leftPure: weightMg * made.content }];
  });
  return lines.map((line) => {
    const plainFen = gramBoundFen(line.fineness, terms);
    const { parts, restMg } = exchanged(line, terms.finenesses.get(line.fineness), plainFen, pool);
    if (parts.length > 0 && restMg < NOTHING_MG) return paidFen(parts);
    return plainFen === null ? null : paidFen([...parts, { mg: restMg, fen: plainFen }]);
  });
};
