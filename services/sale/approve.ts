/** Whether an order may be saved as it is: what lies beyond the limits of the till needs somebody's word, once. */
import { createHash } from 'node:crypto';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { can, seesCost, seesShop, type SessionUser } from '../contracts/user.ts';
import type { Identity } from '../platform/identity.ts';
import type { Previous, Saver } from '../documents/desk.ts';
import {
  SALE_LIMITS,
  toldOf,
  wireOf,
  type Approval,
  type ApprovalBody,
  type ApprovedLine,
  type ExceededLimit,
  type ExceededProblem,
} from './approval.ts';
import type { SaleGoodsLine, SaleHeader, SaleLine } from './contract.ts';

export const MAY_APPROVE = 'biz:bizSell:approve';
/** Stands as the reason of one who approves his own order and gives none. */
const OWN = '本人开单';

/** A line beyond the limits, and where it stands in the body. */
export type BeyondLine = {
  readonly path: string;
  readonly line: SaleGoodsLine;
  readonly exceeded: readonly ExceededLimit[];
};
type PreviousSale = Previous<SaleHeader, SaleLine> | null;
type ShopAndCustomer = Pick<SaleHeader, 'shopId' | 'customerId'>;
export type Order = ShopAndCustomer & {
  readonly before: PreviousSale;
  readonly beyond: readonly BeyondLine[];
  readonly approval: ApprovalBody | null;
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

/** Names just this line at just this price for just this customer; says nothing of limits, which may tell the cost. */
const markOf = ({ shopId, customerId }: ShopAndCustomer, line: SaleGoodsLine, { rule, value }: ExceededLimit): string =>
  createHash('sha256')
    .update(JSON.stringify([shopId, customerId, rule, value, ...PRICED.map((field) => line[field])]))
    .digest('hex')
    .slice(0, 24);

const problemsOf = (order: Order, withCost: boolean): ExceededProblem[] =>
  order.beyond.flatMap(({ path, line, exceeded }) =>
    exceeded.map((one) => ({
      path: `${path}.${SALE_LIMITS[one.rule].field}`,
      message: toldOf(one, withCost),
      barcode: line.barcode,
      rule: one.rule,
      value: wireOf(one, one.value),
      ...((withCost || !one.ofCost) && { limit: wireOf(one, one.limit) }),
      mark: markOf(order, line, one),
    })),
  );

const asksFor = (order: Order, user: SessionUser, changed: boolean): Refusal => {
  const data = problemsOf(order, seesCost(user));
  const [first] = data;
  const more = data.length > 1 ? `（共${data.length}项）` : '';
  const why = changed ? '需要授权的内容有变化，请重新授权' : '需授权';
  return refuse('conflict', 'sale.approval', `${why}：${first?.barcode ?? ''} ${first?.message ?? ''}${more}`, {
    data,
  });
};

const linesOf = ({ beyond }: Order): ApprovedLine[] =>
  beyond.map(({ line, exceeded }) => ({
    barcode: line.barcode,
    tagFen: (line.tagPriceFen ?? 0) * line.quantity,
    amountFen: line.amountFen,
    exceeded: [...exceeded],
  }));
const approvalBy = (approver: SessionUser, reason: string, order: Order, { user, now }: Saver): Approval => ({
  approver: { id: approver.id, name: approver.nickName },
  asker: { id: user.id, name: user.nickName },
  at: now.toISOString(),
  reason,
  lines: linesOf(order),
});

/** Under the field's own name in the body of the order. */
const inApproval = (refusal: Refusal): Refusal =>
  refusal.fields === undefined
    ? refusal
    : { ...refusal, fields: refusal.fields.map((one) => ({ ...one, path: `approval.${one.path}` })) };

const refuseApprover = (approver: SessionUser, shopId: number): Refusal | null => {
  if (!can(approver, MAY_APPROVE)) {
    return refuseField('sale.approver', 'approval.username', `${approver.nickName}没有优惠授权的权限`);
  }
  return seesShop(approver, shopId)
    ? null
    : refuseField('sale.approver_shop', 'approval.username', `${approver.nickName}不能为这家分店授权`);
};

const sameMarks = (shown: readonly string[], order: Order): boolean => {
  const wanted = problemsOf(order, false).map(({ mark }) => mark);
  const seen = new Set(shown);
  return seen.size === new Set(wanted).size && wanted.every((mark) => seen.has(mark));
};

/** The approval of somebody else, as it was typed at the till for what was shown there. */
const givenBy = async (identity: Identity, order: Order, by: Saver): Promise<Approval | Refusal> => {
  const { approval } = order;
  if (approval === null) return asksFor(order, by.user, false);
  if (!sameMarks(approval.marks, order)) return asksFor(order, by.user, approval.marks.length > 0);
  if (approval.reason === '') return refuseField('sale.approval_reason', 'approval.reason', '请填写授权原因');
  const approver = await identity.confirm(approval, by);
  if (isRefusal(approver)) return inApproval(approver);
  return refuseApprover(approver, order.shopId) ?? approvalBy(approver, approval.reason, order, by);
};

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
  identity: Identity,
  order: Order,
  lines: readonly SaleGoodsLine[],
  by: Saver,
): Promise<readonly Approval[] | Refusal> => {
  const kept = keptOf(order, lines);
  if (order.beyond.length === 0) return kept;
  const given = can(by.user, MAY_APPROVE)
    ? approvalBy(by.user, order.approval?.reason || OWN, order, by)
    : await givenBy(identity, order, by);
  return isRefusal(given) ? given : [...kept, given];
};
