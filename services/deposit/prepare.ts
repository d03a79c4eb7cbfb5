/** Rules of a deposit beyond its shape (R5, R6, R13, R25, R79): the body becomes header and line. */
import { isAccount, type LeavingDesk } from '../balance/contract.ts';
import type { Payment, PaymentList } from '../contracts/document-body.ts';
import { documentNo } from '../contracts/document.ts';
import type { FieldProblem } from '../contracts/envelope.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { yuanText } from '../contracts/units.ts';
import type { WordDesk } from '../contracts/word.ts';
import type { Prepared, Previous, Saver } from '../documents/desk.ts';
import { shopDayRefusal } from '../documents/rights.ts';
import { placeOfSave } from '../documents/save-place.ts';
import type { Seller, SellerLookup } from '../documents/sellers.ts';
import { tillAt } from '../documents/till.ts';
import type { ChangeVerdict, Witnesses } from '../documents/witnessed.ts';
import { depositManifest } from './manifest.ts';
import { depositWitness } from './witness-facts.ts';
import { DEPOSIT_LIST, type DepositBody, type DepositHeader, type DepositLine } from './contract.ts';

export type DepositRules = {
  readonly lookup: Pick<MasterLookup, 'shop' | 'till' | 'customer' | 'settlementMethods'>;
  readonly sellers: SellerLookup;
  readonly words: WordDesk;
  readonly leaving: LeavingDesk;
  readonly witnesses: Witnesses;
};
type PreviousDeposit = Previous<DepositHeader, DepositLine> | null;
const CASH = '现金';

const refuseCustomer = async (
  { lookup }: DepositRules,
  id: number,
  before: PreviousDeposit,
): Promise<Refusal | null> => {
  const customer = await lookup.customer(id);
  if (customer === null) return refuseField('deposit.customer', 'customerId', '客户不存在');
  if (customer.walkIn) return refuseField('deposit.walk_in', 'customerId', '散客没有定金和储值卡，请先登记客户');
  if (customer.enabled || before?.header.customerId === id) return null;
  return refuseField('deposit.customer', 'customerId', '客户已停用');
};

/** Whoever took it and left since stays on what names them (R25). */
const sellerOf = async (rules: DepositRules, body: DepositBody, before: PreviousDeposit): Promise<Seller | Refusal> => {
  const stored = before?.header.seller;
  const sameName = stored?.name === body.seller && (body.sellerId === null || body.sellerId === stored.id);
  return stored !== undefined && sameName && before?.header.shopId === body.shopId ? stored : rules.sellers(body);
};

const paymentProblems = (list: PaymentList, known: ReadonlySet<string>): FieldProblem[] =>
  list.flatMap(({ balance, amount }, index) => {
    const path = `balanceList.${index}`;
    if (amount < 0) return [{ path: `${path}.amount`, message: '金额不能小于0' }];
    if (amount === 0) return [];
    if (isAccount(balance)) return [{ path: `${path}.balance`, message: '定金和储值卡不能用余额支付' }];
    return known.has(balance) ? [] : [{ path: `${path}.balance`, message: '结算方式不存在' }];
  });
/** How it is paid, together all of it; where nothing is said, in cash. */
const paymentsOf = async (
  { lookup }: DepositRules,
  { balanceList, amount }: DepositBody,
  before: PreviousDeposit,
): Promise<Payment[] | Refusal> => {
  const standing = (before?.header.payments ?? []).map(({ method }) => method);
  const known = new Set([...(await lookup.settlementMethods()), ...standing]);
  const fields = paymentProblems(balanceList, known);
  if (fields[0] !== undefined) return refuse('invalid', 'deposit.payments', fields[0].message, { fields });
  const paid = balanceList.filter((payment) => payment.amount !== 0);
  if (paid.length === 0) return [{ method: CASH, amountFen: amount }];
  const total = paid.reduce((sum, payment) => sum + payment.amount, 0);
  if (total === amount) return paid.map(({ balance: method, amount: amountFen }) => ({ method, amountFen }));
  const [said, asked] = [total, amount].map((fen) => yuanText(fen));
  return refuseField('deposit.payments', 'balanceList', `支付合计${said}元与金额${asked}元不一致`);
};

const headerOf = (body: DepositBody, seller: Seller, payments: Payment[], till: string | undefined): DepositHeader => {
  const { customerId, shopId, depositAt: depositedOn, goodsBarcode, deliverAt: deliverOn, remark } = body;
  const kept = { customerId, shopId, depositedOn, seller, payments, goodsBarcode, deliverOn, remark };
  return { ...kept, ...(till !== undefined && { till }) };
};

const paidOut = (line: Pick<DepositLine, 'kind' | 'amountFen'> | undefined): number =>
  line?.kind === '2' ? line.amountFen : 0;
type Judgement = Pick<Prepared<DepositHeader, DepositLine>, 'exceptions'>;
type Judging = { readonly body: DepositBody; readonly before: PreviousDeposit; readonly seen: ChangeVerdict };
/** A refund beyond what leaves without proof asks for a word (R136), and so does what others saw otherwise (R142). */
const judgeSave = async (
  { leaving, words }: DepositRules,
  { body, before, seen }: Judging,
  by: Saver,
): Promise<Judgement | Refusal> => {
  const { customerId, shopId, kind, amount: amountFen, approval, proof } = body;
  const documentId = before?.id ?? by.documentId ?? 0;
  const no = documentNo(depositManifest.kind, documentId);
  const left = await leaving.judge(
    {
      kind: depositManifest.kind,
      documentId,
      customerId,
      shopId,
      amountFen: paidOut({ kind, amountFen }),
      stoodFen: before?.header.customerId === customerId ? paidOut(before.lines[0]) : 0,
      path: 'amount',
      notBy: before?.people ?? [],
    },
    by,
  );
  const place = { shopId, customerId, documentNo: before === null ? '' : no, approval, proof, before };
  const word = await words.ask([...seen.asks, ...left.asks], placeOfSave(depositManifest, place, by), by);
  return isRefusal(word) ? word : { exceptions: [...seen.notes, ...left.notes] };
};

/** Header and line, or the first rule that is broken. */
export const prepareDeposit =
  (rules: DepositRules) =>
  async (
    body: DepositBody,
    before: PreviousDeposit,
    by: Saver,
  ): Promise<Prepared<DepositHeader, DepositLine> | Refusal> => {
    const was = before && { shopId: before.header.shopId, day: before.header.depositedOn };
    const asked = { shopId: body.shopId, day: body.depositAt, field: 'depositAt', before: was };
    const refused =
      (await refuseCustomer(rules, body.customerId, before)) ?? (await shopDayRefusal(rules.lookup, asked, by));
    if (refused !== null) return refused;
    const seller = await sellerOf(rules, body, before);
    if (isRefusal(seller)) return seller;
    const payments = await paymentsOf(rules, body, before);
    if (isRefusal(payments)) return payments;
    const till = await tillAt(rules.lookup, { shopId: body.shopId, before }, by);
    if (isRefusal(till)) return till;
    const { account, kind, amount: amountFen } = body;
    const made = {
      header: headerOf(body, seller, payments, till),
      lines: [{ list: DEPOSIT_LIST, lineId: '0', account, kind, amountFen }] as const,
    };
    const seen = await depositWitness.judgeEdit(rules.witnesses, { before, after: made }, by);
    const judged = await judgeSave(rules, { body, before, seen }, by);
    return isRefusal(judged) ? judged : { ...judged, ...made };
  };
