/** Whether an order may be saved as it is: what lies beyond the limits of the till needs somebody's word, once. */
import { documentNo } from '../contracts/document.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { WordAsk, WordDesk, WordPerson, WordContext } from '../contracts/word.ts';
import type { Previous, Saver } from '../documents/desk.ts';
import { placeOfSave } from '../documents/save-place.ts';
import { SALE_LIMITS, toldOf, wireOf, type Approval, type ApprovedLine, type ExceededLimit } from './approval.ts';
import type { SaleGoodsLine, SaleHeader, SaleLine } from './contract.ts';
import { saleManifest } from './manifest.ts';

/** A line beyond the limits, and where it stands in the body. */
export type BeyondLine = {
  readonly path: string;
  readonly line: SaleGoodsLine;
  readonly exceeded: readonly ExceededLimit[];
  /** By the house's own prices, fen; null: nobody knows. */
  readonly fullFen: number | null;
  /** Who gave a word that stands for it and has a part in the sale: it must be another's (R132). */
  readonly notBy?: readonly WordPerson[];
};
type PreviousSale = Previous<SaleHeader, SaleLine> | null;
type ShopAndCustomer = Pick<SaleHeader, 'shopId' | 'customerId'>;
export type Order = ShopAndCustomer &
  Pick<WordContext, 'approval' | 'proof'> & {
    readonly before: PreviousSale;
    readonly beyond: readonly BeyondLine[];
    /** What is asked of anything else than jewellery. */
    readonly asks: readonly WordAsk[];
  };

const PRICED = [
  'barcode',
  'quantity',
  'priceMode',
  'goldPriceFen',
  'cutDownMg',
  'rebateBp',
  'labourFeeFen',
  'fineWorkFeeFen',
  'pieceWorkFeeFen',
  'amountFen',
] as const satisfies readonly (keyof SaleGoodsLine)[];
/** At the very price of the stored line. */
export const isPricedAs = (stored: SaleGoodsLine, line: SaleGoodsLine): boolean =>
  PRICED.every((field) => stored[field] === line[field]);
/** The line of the order that stands, sold to the same customer at the same price; it is not asked about again. */
export const standingLine = (
  before: PreviousSale,
  party: ShopAndCustomer,
  line: SaleGoodsLine,
): SaleGoodsLine | null => {
  if (before?.header.shopId !== party.shopId || before.header.customerId !== party.customerId) return null;
  const stood = before.lines.filter((one) => one.list === 'goods').find(({ barcode }) => barcode === line.barcode);
  return stood !== undefined && isPricedAs(stood, line) ? stood : null;
};

/** What the order asks a word for; each binds every price of its line. */
const whyAnother = (notBy: readonly WordPerson[]): string =>
  notBy.length === 0 ? '' : `（${notBy.map(({ name }) => name).join('、')}给出的长期授权不能用于本人的销售）`;
const asksOf = (beyond: readonly BeyondLine[]): WordAsk[] =>
  beyond.flatMap(({ path, line, exceeded, notBy = [] }) =>
    exceeded.map((one) => ({
      path: `${path}.${SALE_LIMITS[one.rule].field}`,
      rule: one.rule,
      message: `${toldOf(one, false)}${whyAnother(notBy)}`,
      costMessage: `${toldOf(one, true)}${whyAnother(notBy)}`,
      notBy: notBy.map(({ id }) => id),
      barcode: line.barcode,
      value: wireOf(one, one.value),
      limit: wireOf(one, one.limit),
      ofCost: one.ofCost,
      binds: PRICED.map((field) => line[field]),
    })),
  );
const placeOf = ({ shopId, customerId, before, approval, proof }: Order, by: Saver): WordContext => {
  const { documentId } = by;
  const no = documentId === undefined ? '' : documentNo(saleManifest.kind, documentId);
  return placeOfSave(saleManifest, { shopId, customerId, documentNo: no, approval, proof, before }, by);
};

/** As it is kept with the order. */
export const approvedLines = (beyond: readonly BeyondLine[]): ApprovedLine[] =>
  beyond.map(({ line, exceeded }) => ({
    barcode: line.barcode,
    tagFen: (line.tagPriceFen ?? 0) * line.quantity,
    amountFen: line.amountFen,
    exceeded: [...exceeded],
  }));

/** Approvals of lines that stand unchanged. */
const keptOf = ({ before, ...party }: Order, lines: readonly SaleGoodsLine[]): readonly Approval[] => {
  const standing = new Set(
    lines.filter((line) => standingLine(before, party, line) !== null).map((line) => line.barcode),
  );
  return (before?.header.approvals ?? []).flatMap((approval) => {
    const still = approval.lines.filter(({ barcode }) => standing.has(barcode));
    return still.length === 0 ? [] : [{ ...approval, lines: still }];
  });
};

/** The approvals that the order carries: those that still hold, and the one its new lines needed; or why it waits. */
export const approvalsOf = async (
  words: WordDesk,
  order: Order,
  lines: readonly SaleGoodsLine[],
  by: Saver,
): Promise<readonly Approval[] | Refusal> => {
  const kept = keptOf(order, lines);
  const word = await words.ask([...asksOf(order.beyond), ...order.asks], placeOf(order, by), by);
  if (isRefusal(word)) return word;
  return word === null || order.beyond.length === 0 ? kept : [...kept, { ...word, lines: approvedLines(order.beyond) }];
};
