/** Rules of a sale beyond its shape (S1§5, §9; R5, R6, R13, R16–R18, R25): the body becomes header and lines. */
import { refuseAccounts, type BalanceDesk, type LeavingDesk } from '../balance/contract.ts';
import { documentNo } from '../contracts/document.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { LongApprovals } from '../contracts/long-approval.ts';
import type { WordAsk, WordDesk } from '../contracts/word.ts';
import type { Witnesses } from '../documents/witnessed.ts';
import type { GiftDesk } from '../gift/contract.ts';
import type { PieceDesk } from '../goods/contract.ts';
import type { MaterialDesk } from '../old-material/contract.ts';
import type { GoldPrices } from '../quoted-price/contract.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { openDayRefusal, shopRefusal } from '../documents/rights.ts';
import type { Seller, SellerLookup } from '../documents/sellers.ts';
import { tillAt } from '../documents/till.ts';
import type { Prepared, Previous, Saver } from '../documents/desk.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { Approval } from './approval.ts';
import { allowedBy } from './till-allowance.ts';
import type { BeyondLine } from './approve.ts';
import { changeLinesOf } from './change-lines.ts';
import { cleanLinesOf } from './clean-lines.ts';
import { withAddedGold } from './cut-gold.ts';
import type { SaleBody, SaleGoodsLine, SaleHeader, SaleLine } from './contract.ts';
import type { GivenLine } from './gift-asks.ts';
import { judgeOrder } from './judge-order.ts';
import type { SaleChecks } from './live-checks.ts';
import { saleManifest } from './manifest.ts';
import { giftLinesOf } from './gift-lines.ts';
import { goodsLinesOf } from './goods-lines.ts';
import type { NearFloors } from './near-floor.ts';
import { pointsSum, refusePoints, withPoints } from './points-earning.ts';
import type { OrderSeller } from './order-seller.ts';
import { orderSellersOf } from './sellers.ts';
import type { SoldOrders } from './sold-orders.ts';
import { recycleLinesOf } from './recycle-lines.ts';
import type { Overpaid } from './return-price.ts';
import type { Trials } from './trials.ts';
import { saleWitness } from './witness-facts.ts';
import { roundingAsks, roundingOf, roundLimitOf } from './rounding.ts';
import { sumUp, type Sums } from './sums.ts';

export type SaleRules = {
  readonly pieces: PieceDesk;
  readonly gifts: GiftDesk;
  readonly lookup: Pick<
    MasterLookup,
    | 'shop'
    | 'till'
    | 'customer'
    | 'settlementMethods'
    | 'setting'
    | 'hasTemplate'
    | 'pointsRule'
    | 'dictValues'
    | 'finenesses'
  >;
  readonly sellers: SellerLookup;
  readonly words: WordDesk;
  readonly goldPrices: GoldPrices;
  readonly sold: SoldOrders;
  readonly material: MaterialDesk;
  readonly checks: SaleChecks;
  readonly witnesses: Witnesses;
  readonly trials: Trials;
  readonly nearFloors: NearFloors;
  readonly leaving: LeavingDesk;
  readonly balances: Pick<BalanceDesk, 'of'>;
  readonly standingWords: LongApprovals;
};
type PreviousSale = Previous<SaleHeader, SaleLine> | null;

const refuseCustomer = async (
  { lookup }: SaleRules,
  { customerId: id, sellBalanceList: list, sellCleanList }: SaleBody,
  before: PreviousSale,
): Promise<Refusal | null> => {
  const customer = await lookup.customer(id);
  if (customer === null) return refuseField('sale.customer', 'customerId', '客户不存在');
  if (!customer.enabled && before?.header.customerId !== id) {
    return refuseField('sale.customer', 'customerId', '客户已停用');
  }
  // Nobody could be told that it is ready (R82).
  if (customer.walkIn && sellCleanList.length > 0) {
    return refuseField('sale.walk_in', 'customerId', '散客不能维修清洗，请先登记客户');
  }
  const paid = { customerId: id, walkIn: customer.walkIn, list, path: 'sellBalanceList' };
  return refuseAccounts(paid, before?.header ?? null);
};

const refuseTemplate = async ({ lookup }: SaleRules, name: string, before: PreviousSale): Promise<Refusal | null> =>
  before?.header.printTemplate === name || (await lookup.hasTemplate('invoice', name))
    ? null
    : refuseField('sale.template', 'printTemplate', '打印模板不存在');

const refuseHeader = async (
  rules: SaleRules,
  body: SaleBody,
  before: PreviousSale,
  by: Saver,
): Promise<Refusal | null> => {
  const shop = { path: 'shopId', id: body.shopId, previous: before?.header.shopId ?? null, label: '分店' };
  const day = { path: 'sellAt', day: body.sellAt, previous: before?.header.soldOn ?? null, shops: [body.shopId] };
  return (
    (await refuseCustomer(rules, body, before)) ??
    (await shopRefusal(rules.lookup, shop)) ??
    limitShops(by.user, [body.shopId]) ??
    (await openDayRefusal(day, by)) ??
    (await refuseTemplate(rules, body.printTemplate, before))
  );
};

/** A seller who left stays on the orders that name them (R25). */
const sellerOf = async (rules: SaleRules, body: SaleBody, before: PreviousSale): Promise<Seller | Refusal> => {
  const stored = before?.header.seller;
  const sameName = stored?.name === body.seller && (body.sellerId === null || body.sellerId === stored.id);
  const unchanged = sameName && before?.header.shopId === body.shopId;
  return stored !== undefined && unchanged ? stored : rules.sellers(body);
};

type SellerAndShares = { readonly seller: Seller; readonly sellers: readonly OrderSeller[] };
const soldBy = async (rules: SaleRules, body: SaleBody, before: PreviousSale): Promise<SellerAndShares | Refusal> => {
  const seller = await sellerOf(rules, body, before);
  if (isRefusal(seller)) return seller;
  const sellers = await orderSellersOf(rules.sellers, body, { first: seller, before: before?.header ?? null });
  return isRefusal(sellers) ? sellers : { seller, sellers };
};

const refuseMethods = async ({ lookup }: SaleRules, body: SaleBody, before: PreviousSale): Promise<Refusal | null> => {
  const known = new Set([
    ...(await lookup.settlementMethods()),
    ...(before?.header.payments ?? []).map((payment) => payment.method),
  ]);
  const fields = body.sellBalanceList.flatMap(({ balance, amount }, index) =>
    amount === 0 || known.has(balance) ? [] : [{ path: `sellBalanceList.${index}.balance`, message: '结算方式不存在' }],
  );
  return fields[0] === undefined ? null : refuse('invalid', 'sale.method', fields[0].message, { fields });
};

type Lines = {
  readonly goods: readonly SaleGoodsLine[];
  readonly beyond: readonly BeyondLine[];
  /** What is asked of anything else. */
  readonly asks: readonly WordAsk[];
  readonly given: readonly GivenLine[];
  readonly overpaid: readonly Overpaid[];
  /** By how much the jewellery lies above its floors. */
  readonly slackFen: number;
  readonly near: readonly string[];
  /** Those of all lists. */
  readonly lines: readonly SaleLine[];
};
const linesOf = async (rules: SaleRules, body: SaleBody, before: PreviousSale, by: Saver): Promise<Lines | Refusal> => {
  const goods = await goodsLinesOf(rules, { body, before, now: by.now });
  if (isRefusal(goods)) return goods;
  const earning = await withPoints(rules.lookup, { customerId: body.customerId, before }, goods.lines);
  const wrong = refusePoints(body, earning);
  if (wrong !== null) return wrong;
  const change = await changeLinesOf(rules, { body, before, user: by.user });
  if (isRefusal(change)) return change;
  const recycle = await recycleLinesOf(rules, { body, before, goods: earning }, by);
  if (isRefusal(recycle)) return recycle;
  const others = [...change.lines, ...recycle.lines];
  const gold = await withAddedGold(rules.material, { shopId: body.shopId, before, others }, earning);
  if (isRefusal(gold)) return gold;
  const gifts = await giftLinesOf(rules, body, before);
  if (isRefusal(gifts)) return gifts;
  const clean = await cleanLinesOf(rules, body, before, by);
  if (isRefusal(clean)) return clean;
  return {
    goods: gold,
    beyond: goods.beyond,
    asks: recycle.asks,
    given: gifts.given,
    overpaid: change.overpaid,
    slackFen: goods.slackFen,
    near: goods.near,
    lines: [...gold, ...others, ...gifts.lines, ...clean],
  };
};

const isEmpty = (body: SaleBody): boolean =>
  [body.sellGoodsList, body.sellChangeList, body.sellRecycleList, body.sellGiftList, body.sellCleanList].every(
    (list) => list.length === 0,
  );

type HeaderFacts = SellerAndShares & {
  readonly goods: readonly SaleGoodsLine[];
  readonly till: string | undefined;
  readonly sums: Sums;
  readonly approvals: readonly Approval[];
};
const headerOf = (
  body: SaleBody,
  before: PreviousSale,
  { goods, seller, sellers, sums, approvals, till }: HeaderFacts,
): SaleHeader => ({
  customerId: body.customerId,
  shopId: body.shopId,
  soldOn: body.sellAt,
  seller,
  ...(sellers.length > 0 && { sellers: [...sellers] }),
  ...(till !== undefined && { till }),
  ...sums,
  ...pointsSum(goods),
  status: before?.header.status ?? '2',
  remark: body.remark,
  pictures: body.pictures,
  printTemplate: body.printTemplate,
  ...(approvals.length > 0 && { approvals: [...approvals] }),
});

const numberOfSale = ({ documentId }: Saver): string =>
  documentId === undefined ? '' : documentNo(saleManifest.kind, documentId);
/** Header and lines of a sale with every number recomputed, or the first rule that is broken. */
export const prepareSale =
  (rules: SaleRules) =>
  async (body: SaleBody, before: PreviousSale, by: Saver): Promise<Prepared<SaleHeader, SaleLine> | Refusal> => {
    if (isEmpty(body)) return refuseField('sale.empty', 'sellGoodsList', '五个列表中至少需要一个有数据！');
    const refused = (await refuseHeader(rules, body, before, by)) ?? (await refuseMethods(rules, body, before));
    if (refused !== null) return refused;
    const sold = await soldBy(rules, body, before);
    if (isRefusal(sold)) return sold;
    const found = await linesOf(rules, body, before, by);
    if (isRefusal(found)) return found;
    const { goods, beyond, given, overpaid, lines, slackFen } = found;
    const limitFen = await roundLimitOf(rules.lookup);
    const stood = before?.header;
    const sums = sumUp(body, lines, roundingOf(limitFen, stood, by.user));
    if (isRefusal(sums)) return sums;
    const { shopId, customerId, approval, proof } = body;
    const till = await tillAt(rules.lookup, { shopId, before }, by);
    if (isRefusal(till)) return till;
    const judged = await judgeOrder(rules, { body, before, lines, given, overpaid, sums }, by);
    const plain = headerOf(body, before, { goods, ...sold, sums, approvals: [], till });
    const seen = await saleWitness.judgeEdit(rules.witnesses, { before, after: { header: plain, lines } }, by);
    const rounded = roundingAsks(sums, { limitFen, slackFen, stood });
    const asks = [...found.asks, ...rounded, ...judged.asks, ...seen.asks];
    // Last of all: nobody is asked for his password over an order that would be refused anyway.
    const order = { shopId, customerId, approval, proof, before, beyond, asks, soldOn: body.sellAt };
    const allowed = await allowedBy(rules, order, { goods, ...sold }, by);
    if (isRefusal(allowed)) return allowed;
    const { approvals } = allowed;
    const notes = [...judged.notes, ...seen.notes, ...allowed.notes];
    const near = await rules.nearFloors({ barcodes: found.near, seller: sold.seller, shopId }, by.now);
    return {
      header: headerOf(body, before, { goods, ...sold, sums, approvals, till }),
      lines,
      exceptions: [...notes, ...near].map((note) => ({ ...note, documentNo: numberOfSale(by) })),
    };
  };
