/** 退换货 lines of the body become lines of the order, each found by its sale and its barcode (R44, R68, R73). */
import type { NewLine } from '../contracts/document.ts';
import type { FieldProblem } from '../contracts/envelope.ts';
import { standingCustomer } from '../documents/standing-customer.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { NUMBERS } from '../contracts/values.ts';
import { can, type SessionUser } from '../contracts/user.ts';
import type { Previous } from '../documents/desk.ts';
import type { PieceDesk, PieceView } from '../goods/contract.ts';
import { inFlight } from '../platform/base/in-flight.ts';
import { mismatches } from '../contracts/agree.ts';
import {
  CHANGE_LIST,
  type SaleBody,
  type SaleChangeLine,
  type SaleChangeLineBody,
  type SaleGoodsLine,
  type SaleHeader,
  type SaleLine,
} from './contract.ts';
import { identified } from './line-identity.ts';
import { lineCostFen, lineReturnedCostFen } from './line-cost.ts';
import { refundOf, refundablesOf, returnedShare, sameRefund, unitRefundFen, type Refundable } from './refund.ts';
import { beyondPaid, overpaidOf, type Overpaid } from './return-price.ts';
import type { SoldOrder, SoldOrders } from './sold-orders.ts';

const MAY_ROUND = 'biz:bizSell:round';
const PATH = 'sellChangeList';

export type ReturnRules = {
  readonly pieces: Pick<PieceDesk, 'view'>;
  readonly sold: SoldOrders;
  readonly lookup: Pick<MasterLookup, 'customer'>;
};
type Request = {
  readonly body: SaleBody;
  readonly before: Previous<SaleHeader, SaleLine> | null;
  readonly user: SessionUser;
};
type PieceSale = PieceView['sales'][number];
/** What a line brings back, as piece and order tell it. */
type ReturnSource = {
  readonly sale: PieceSale;
  readonly order: SoldOrder;
  readonly line: SaleGoodsLine;
  readonly of: Refundable & { readonly before: EarlierReturns };
  /** The line as it stands. */
  readonly stood: SaleChangeLine | undefined;
  /** Pieces that this order may bring back. */
  readonly free: number;
  /** The barcode stands for one piece alone. */
  readonly single: boolean;
};
/** `taken`: another order was first. */
type Problem = { readonly field: string; readonly message: string; readonly taken?: true };
const problem = (field: string, message: string): Problem => ({ field, message });
const isProblem = (value: object): value is Problem => 'field' in value && 'message' in value;

const changeOf = (order: { readonly lines: readonly SaleLine[] } | null, sale: PieceSale, barcode: string) =>
  order?.lines
    .filter((line) => line.list === CHANGE_LIST)
    .find((line) => line.barcode === barcode && line.saleKey === sale.key);

/** What other orders have of the line, or are about to. */
type EarlierReturns = Refundable['before'] & {
  readonly weightMg: number;
  readonly costFen: number;
  readonly points: number;
  readonly sellerPoints: number;
};
const broughtBefore = async (
  { sold }: ReturnRules,
  { sale, barcode, ownId }: { readonly sale: PieceSale; readonly barcode: string; readonly ownId: number | null },
): Promise<EarlierReturns> => {
  const ids = [...new Set(sale.returns.map(({ holder }) => holder.id))].filter((id) => id !== ownId);
  const orders = await inFlight(ids, sold);
  const lines = orders.flatMap((order) => changeOf(order, sale, barcode) ?? []);
  const total = (of: (line: SaleChangeLine) => number): number => lines.reduce((sum, line) => sum + of(line), 0);
  return {
    quantity: total(({ quantity }) => quantity),
    refundFen: total(({ refundFen }) => refundFen),
    weightMg: total(({ weightMg }) => weightMg),
    costFen: total(lineReturnedCostFen),
    points: total(({ points }) => points),
    sellerPoints: total(({ sellerPoints }) => sellerPoints),
  };
};

/** What was sold to a record that was merged since belongs to the one that stays (R95), whose the body is. */
const whyNotReturnable = async (
  { lookup }: ReturnRules,
  order: SoldOrder,
  { body }: Request,
): Promise<Problem | null> => {
  const buyer = await standingCustomer(lookup, order.header.customerId);
  if (buyer !== body.customerId) return problem('rawSellId', '此首饰不是该客户购买的');
  if (order.header.soldOn > body.sellAt) return problem('rawSellId', '销售日期不能早于此首饰的购买日期');
  return null;
};

const UNKNOWN = problem('barcode', '没有找到此首饰的销售记录');
const goodsOf = (order: SoldOrder): readonly SaleGoodsLine[] => order.lines.filter((one) => one.list === 'goods');
const found = async (
  rules: ReturnRules,
  request: Request,
  { rawSellId, barcode }: SaleChangeLineBody,
): Promise<ReturnSource | Problem> => {
  const [view, order] = await Promise.all([rules.pieces.view(barcode), rules.sold(rawSellId)]);
  const sale = view?.sales.find(({ saleId }) => saleId === rawSellId);
  const line = order === null ? undefined : goodsOf(order).find((one) => one.barcode === barcode);
  if (sale === undefined || order === null || line === undefined) return UNKNOWN;
  const single = view?.received === 1 && line.quantity === 1;
  return (await whyNotReturnable(rules, order, request)) ?? broughtOf(rules, request, { sale, order, line, single });
};
const broughtOf = async (
  rules: ReturnRules,
  { before }: Request,
  { sale, order, line, single }: Pick<ReturnSource, 'sale' | 'order' | 'line' | 'single'>,
): Promise<ReturnSource> => {
  const { barcode, quantity: soldQuantity } = line;
  const stood = changeOf(before, sale, barcode);
  const refundableFen = refundablesOf(order.header, goodsOf(order)).get(barcode) ?? 0;
  const earlier = await broughtBefore(rules, { sale, barcode, ownId: before?.id ?? null });
  const of = { refundableFen, soldQuantity, before: earlier };
  return { sale, order, line, single, of, stood, free: sale.free + (stood?.quantity ?? 0) };
};

const whyNotMelted = ({ fineness, weightMg }: NewLine<SaleChangeLine>): readonly Problem[] | null => {
  if (fineness === '') return [problem('returnTo', '此首饰没有成色，不能转旧料')];
  if (weightMg <= 0) return [problem('returnTo', '此首饰没有金重，不能转旧料')];
  return weightMg > NUMBERS.weight.max ? [problem('returnTo', '重量过大，请分几次转旧料')] : null;
};
/** Where it cannot go: only one piece by itself can be weighed anew (R74). */
const whyNotThere = (
  { returnTo }: SaleChangeLineBody,
  { line, single }: ReturnSource,
  made: NewLine<SaleChangeLine>,
): readonly Problem[] | null => {
  if (returnTo === '2') return whyNotMelted(made);
  if (line.cutDownMg === 0 || single) return null;
  return [problem('returnTo', '此条码有多件，销售时截金或加金后重量不一，只能转旧料')];
};
/** More than was paid for it is given with the right alone, and asks for a word then. */
const beyondRefund = (of: Refundable, made: NewLine<SaleChangeLine>, user: SessionUser): readonly Problem[] => {
  const beyond = can(user, MAY_ROUND) ? null : beyondPaid(of, made);
  return beyond === null ? [] : [problem('returnPrice', beyond.message)];
};
const problemsOf = (
  sent: SaleChangeLineBody,
  brought: ReturnSource,
  made: NewLine<SaleChangeLine>,
  user: SessionUser,
): readonly Problem[] => {
  const { sale, of, free, stood } = brought;
  if (free <= 0)
    return [{ field: 'barcode', message: `此首饰已由${sale.returns.at(-1)?.holder.no ?? ''}退货`, taken: true }];
  if (made.quantity > free) return [problem('returnNum', `可退数量为${free}`)];
  return whyNotThere(sent, brought, made) ?? (sameRefund(stood, made) ? [] : beyondRefund(of, made, user));
};

const lineOf = (sent: SaleChangeLineBody, { sale, order, line, of, free }: ReturnSource): NewLine<SaleChangeLine> => {
  const quantity = sent.returnNum ?? Math.max(1, free);
  const unitFen = sent.returnPrice ?? unitRefundFen(of);
  const { soldQuantity, before } = of;
  const part = (whole: number, spent: number): number =>
    returnedShare(whole, { soldQuantity, before: before.quantity, quantity, spent });
  return {
    barcode: line.barcode,
    goodsId: line.goodsId,
    name: line.name,
    category: line.category,
    style: line.style,
    fineness: line.fineness,
    picture: line.picture,
    rawSellId: sale.saleId,
    saleKey: sale.key,
    rawSoldOn: order.header.soldOn,
    seller: order.header.seller,
    ...(order.header.sellers !== undefined && { sellers: order.header.sellers }),
    soldQuantity: line.quantity,
    refundableFen: of.refundableFen,
    quantity,
    broughtBefore: before.quantity,
    unitRefundFen: unitFen,
    refundFen: refundOf(of, quantity, unitFen),
    weightMg: part(line.sellWeightMg, before.weightMg),
    soldCutDownMg: line.cutDownMg,
    unitCostFen: sale.unitCostFen,
    costFen: part(lineCostFen({ ...line, unitCostFen: sale.unitCostFen }), before.costFen),
    ...(sent.returnWeight !== null && { returnWeightMg: sent.returnWeight }),
    returnTo: sent.returnTo,
    points: part(line.points, before.points),
    sellerPoints: part(line.sellerPoints, before.sellerPoints),
    ...(line.piece !== undefined && { piece: line.piece }),
    remark: sent.remark,
  };
};

type ComputedLine = {
  readonly line: NewLine<SaleChangeLine> | null;
  readonly problems: readonly FieldProblem[];
  readonly taken: boolean;
  readonly overpaid: Overpaid | null;
};
const computed = async (
  rules: ReturnRules,
  request: Request,
  sent: SaleChangeLineBody,
  path: string,
): Promise<ComputedLine> => {
  const at = (all: readonly Problem[]) => all.map(({ field, message }) => ({ path: `${path}.${field}`, message }));
  const of = await found(rules, request, sent);
  if (isProblem(of)) return { line: null, problems: at([of]), taken: false, overpaid: null };
  const line = lineOf(sent, of);
  const wrong = problemsOf(sent, of, line, request.user);
  const sums = { label: '实退金额', sent: sent.factReturnAmount, expected: line.refundFen, unit: 'fen' } as const;
  const problems = wrong.length > 0 ? at(wrong) : mismatches([{ path: `${path}.factReturnAmount`, ...sums }]);
  const overpaid = sameRefund(of.stood, line) ? null : overpaidOf(path, of.of, line);
  return { line, problems, taken: wrong.some(({ taken }) => taken === true), overpaid };
};

const DUPLICATE = '列表已存在此首饰，请不要重复输入！';
const duplicates = ({ sellChangeList, sellGoodsList }: SaleBody): Refusal | null => {
  const seen = new Set(sellGoodsList.map(({ barcode }) => barcode));
  const fields = sellChangeList.flatMap(({ barcode }, index) => {
    const twice = seen.has(barcode);
    seen.add(barcode);
    return twice ? [{ path: `${PATH}.${index}.barcode`, message: DUPLICATE }] : [];
  });
  return fields.length === 0 ? null : refuse('invalid', 'document.duplicate', DUPLICATE, { fields });
};

export type ChangeLines = {
  readonly lines: readonly SaleChangeLine[];
  /** Lines for which more is given than was paid. */
  readonly overpaid: readonly Overpaid[];
};
export const changeLinesOf = async (rules: ReturnRules, request: Request): Promise<ChangeLines | Refusal> => {
  const { body, before } = request;
  const sent = body.sellChangeList;
  if (sent.length === 0) return { lines: [], overpaid: [] };
  if (before !== null && before.header.customerId !== body.customerId) {
    return refuseField('sale.customer_changed', 'customerId', '有退换货明细时不能更换客户，请先删除退换货明细');
  }
  const twice = duplicates(body);
  if (twice !== null) return twice;
  const all = await inFlight([...sent.entries()], ([index, line]) =>
    computed(rules, request, line, `${PATH}.${index}`),
  );
  const fields = all.flatMap(({ problems }) => problems);
  if (fields[0] !== undefined) {
    const kind = all.some(({ taken }) => taken) ? 'conflict' : 'invalid';
    return refuse(kind, 'sale.change_lines', fields[0].message, { fields });
  }
  const lines = all.flatMap(({ line }) => line ?? []);
  const made = identified({
    list: CHANGE_LIST,
    path: PATH,
    sent,
    before,
    lines,
    thingOf: ({ barcode, rawSellId }) => `${rawSellId}/${barcode}`,
  });
  return isRefusal(made) ? made : { lines: made, overpaid: all.flatMap(({ overpaid }) => overpaid ?? []) };
};
