/** Rules of a recycle order beyond its shape (S1§5, §6; R5, R6, R13, R25, R76): the body becomes header and lines. */
import { refuseAccounts } from '../balance/contract.ts';
import { mismatches } from '../contracts/agree.ts';
import type { FieldProblem } from '../contracts/envelope.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { FINENESS_DICTIONARY } from '../contracts/fineness.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { documentNo } from '../contracts/document.ts';
import type { WordDesk } from '../contracts/word.ts';
import { yuanText } from '../contracts/units.ts';
import { buyingFenOf, type GoldPrices } from '../quoted-price/contract.ts';
import type { Prepared, Previous, Saver } from '../documents/desk.ts';
import { placeOfSave } from '../documents/save-place.ts';
import { shopDayRefusal } from '../documents/rights.ts';
import type { ChangeVerdict, Witnesses } from '../documents/witnessed.ts';
import type { Seller, SellerLookup } from '../documents/sellers.ts';
import { tillAt } from '../documents/till.ts';
import {
  RECYCLE_WORK_FEE,
  buyingTerms,
  oldGoldAsks,
  unknownFineness,
  workFeeRuleOf,
  type RecycleLine,
} from '../old-material/contract.ts';
import type { RecycleBody, RecycleHeader } from './contract.ts';
import { recycleLinesOf } from './lines.ts';
import { recycleWitness } from './witness-facts.ts';
import { recycleManifest } from './manifest.ts';

export type RecycleRules = {
  readonly lookup: Pick<
    MasterLookup,
    'shop' | 'till' | 'customer' | 'settlementMethods' | 'setting' | 'dictValues' | 'finenesses'
  >;
  readonly sellers: SellerLookup;
  readonly goldPrices: GoldPrices;
  readonly words: WordDesk;
  readonly witnesses: Witnesses;
};
type PreviousRecycle = Previous<RecycleHeader, RecycleLine> | null;
const CASH = '现金';

const refuseCustomer = async (
  { lookup }: RecycleRules,
  { customerId: id, balanceList: list }: RecycleBody,
  before: PreviousRecycle,
): Promise<Refusal | null> => {
  const customer = await lookup.customer(id);
  if (customer === null) return refuseField('recycle.customer', 'customerId', '客户不存在');
  if (!customer.enabled && before?.header.customerId !== id) {
    return refuseField('recycle.customer', 'customerId', '客户已停用');
  }
  const paid = { customerId: id, walkIn: customer.walkIn, list, path: 'balanceList' };
  return refuseAccounts(paid, before?.header ?? null);
};

const refuseFineness = async (
  { lookup }: RecycleRules,
  body: RecycleBody,
  before: PreviousRecycle,
): Promise<Refusal | null> => {
  const known = await lookup.dictValues(FINENESS_DICTIONARY);
  const fields = unknownFineness('recycleList', body.recycleList, { known, standing: before?.lines ?? [] });
  return fields[0] === undefined ? null : refuse('invalid', 'recycle.fineness', fields[0].message, { fields });
};

/** Whoever took it in and left since stays on the orders that name them (R25). */
const sellerOf = async (rules: RecycleRules, body: RecycleBody, before: PreviousRecycle): Promise<Seller | Refusal> => {
  const stored = before?.header.seller;
  const sameName = stored?.name === body.seller && (body.sellerId === null || body.sellerId === stored.id);
  return stored !== undefined && sameName && before?.header.shopId === body.shopId ? stored : rules.sellers(body);
};

type Payments = RecycleHeader['payments'];
const paymentProblems = async (
  { lookup }: RecycleRules,
  { balanceList }: RecycleBody,
  before: PreviousRecycle,
): Promise<FieldProblem[]> => {
  const standing = (before?.header.payments ?? []).map(({ method }) => method);
  const known = new Set([...(await lookup.settlementMethods()), ...standing]);
  return balanceList.flatMap(({ balance, amount }, index) => {
    const path = `balanceList.${index}`;
    if (amount < 0) return [{ path: `${path}.amount`, message: '付款金额不能小于0' }];
    return amount === 0 || known.has(balance) ? [] : [{ path: `${path}.balance`, message: '结算方式不存在' }];
  });
};
/** What takes the whole sum where nothing is said: the one way it was paid before, else cash. */
const usualMethod = (before: PreviousRecycle): string => {
  const [first, ...others] = before?.header.payments ?? [];
  return first === undefined || others.length > 0 ? CASH : first.method;
};
/** How it is paid out: as said, together all of it. */
const paymentsOf = async (
  rules: RecycleRules,
  body: RecycleBody,
  { oldFeeFen, before }: { readonly oldFeeFen: number; readonly before: PreviousRecycle },
): Promise<Payments | Refusal> => {
  const fields = await paymentProblems(rules, body, before);
  if (fields[0] !== undefined) return refuse('invalid', 'recycle.payments', fields[0].message, { fields });
  const paid = body.balanceList.filter(({ amount }) => amount !== 0);
  if (paid.length === 0) return [{ method: usualMethod(before), amountFen: oldFeeFen }];
  const total = paid.reduce((sum, { amount }) => sum + amount, 0);
  if (total === oldFeeFen) return paid.map(({ balance: method, amount: amountFen }) => ({ method, amountFen }));
  const [said, owed] = [total, oldFeeFen].map((fen) => yuanText(fen));
  return refuseField('recycle.payments', 'balanceList', `付款合计${said}元与旧料金额${owed}元不一致`);
};

const refuseHeader = async (rules: RecycleRules, body: RecycleBody, before: PreviousRecycle, by: Saver) => {
  const was = before && { shopId: before.header.shopId, day: before.header.recycledOn };
  const asked = { shopId: body.shopId, day: body.recycleAt, field: 'recycleAt', before: was };
  return (
    (await refuseCustomer(rules, body, before)) ??
    (await shopDayRefusal(rules.lookup, asked, by)) ??
    (await refuseFineness(rules, body, before))
  );
};
/** What all lines come to, which is what was said where something was. */
const refuseSum = ({ oldFee }: RecycleBody, oldFeeFen: number): Refusal | null => {
  const [wrong] = mismatches([{ path: 'oldFee', label: '旧料金额', sent: oldFee, expected: oldFeeFen, unit: 'fen' }]);
  return wrong === undefined ? null : refuse('invalid', 'recycle.sums', wrong.message, { fields: [wrong] });
};

type WordQuestion = {
  readonly body: RecycleBody;
  readonly before: PreviousRecycle;
  readonly lines: readonly RecycleLine[];
  readonly seen: ChangeVerdict;
};
/** Somebody's word for what comes to more than the house pays (R133); null where nothing does. */
const askedWord = async (rules: RecycleRules, { body, before, lines, seen }: WordQuestion, by: Saver) => {
  const { shopId, customerId, approval, recycleAt } = body;
  const standing = lines.map(({ lineId }) => before?.lines.find((stood) => stood.lineId === lineId));
  const terms = await buyingTerms(rules, recycleAt, by.now);
  const no = before === null ? '' : documentNo(recycleManifest.kind, before.id);
  const place = placeOfSave(recycleManifest, { shopId, customerId, documentNo: no, approval, before }, by);
  const asks = oldGoldAsks('recycleList', lines, { terms, standing });
  return rules.words.ask([...asks, ...seen.asks], place, by);
};
const statusOf = (before: PreviousRecycle): string => before?.header.status ?? '2';
/** Its lines by the setting of fees and the board of the day. */
const pricedLines = async (
  { lookup, goldPrices }: RecycleRules,
  body: RecycleBody,
  before: PreviousRecycle,
  { now }: Saver,
) => {
  const rule = workFeeRuleOf(await lookup.setting(RECYCLE_WORK_FEE));
  const board = await goldPrices.on(body.recycleAt, now);
  return recycleLinesOf(body.recycleList, before, { rule, fenOf: (name) => buyingFenOf(board, name) });
};
/** Header and lines, or the first rule that is broken. */
export const prepareRecycle =
  (rules: RecycleRules) =>
  async (
    body: RecycleBody,
    before: PreviousRecycle,
    by: Saver,
  ): Promise<Prepared<RecycleHeader, RecycleLine> | Refusal> => {
    const { shopId, customerId, recycleAt: recycledOn, remark, pictures } = body;
    const refused = await refuseHeader(rules, body, before, by);
    if (refused !== null) return refused;
    const seller = await sellerOf(rules, body, before);
    if (isRefusal(seller)) return seller;
    const lines = await pricedLines(rules, body, before, by);
    if (isRefusal(lines)) return lines;
    const oldFeeFen = lines.reduce((sum, { priceFen }) => sum + priceFen, 0);
    const payments = refuseSum(body, oldFeeFen) ?? (await paymentsOf(rules, body, { oldFeeFen, before }));
    if (isRefusal(payments)) return payments;
    const till = await tillAt(rules.lookup, { shopId, before }, by);
    if (isRefusal(till)) return till;
    // Last of all: nobody is asked for his password over an order that would be refused anyway.
    const header = {
      customerId,
      shopId,
      recycledOn,
      seller,
      oldFeeFen,
      payments,
      status: statusOf(before),
      remark,
      pictures,
      ...(till !== undefined && { till }),
    };
    const seen = await recycleWitness.judgeEdit(rules.witnesses, { before, after: { header, lines } }, by);
    const word = await askedWord(rules, { body, before, lines, seen }, by);
    if (isRefusal(word)) return word;
    return { header, lines, exceptions: seen.notes };
  };
