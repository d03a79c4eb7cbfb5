/** Who allows what lies beyond the limits of the till: words that stand, and one that is given now (R131, R132). */
import type { ExceptionNote } from '../contracts/exception.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { LongApprovals } from '../contracts/long-approval.ts';
import type { WordDesk } from '../contracts/word.ts';
import type { Saver } from '../documents/desk.ts';
import type { Seller } from '../documents/sellers.ts';
import type { Approval } from './approval.ts';
import { approvalsOf, type BeyondLine, type Order } from './approve.ts';
import type { SaleGoodsLine } from './contract.ts';
import type { OrderSeller } from './order-seller.ts';
import { underStanding } from './long-approvals.ts';
import type { Trials } from './trials.ts';

type AllowingRules = { readonly words: WordDesk; readonly standingWords: LongApprovals; readonly trials: Trials };
type SaleFacts = {
  readonly goods: readonly SaleGoodsLine[];
  readonly seller: Seller;
  readonly sellers: readonly OrderSeller[];
};
/** Pieces whose price was too low: that of an order which was asked about. */
const triedOf = (beyond: readonly BeyondLine[], { code }: Refusal): readonly string[] =>
  code === 'word.asked'
    ? beyond.filter(({ exceeded }) => exceeded.some(({ rule }) => rule === 'floor')).map(({ line }) => line.barcode)
    : [];
type Allowance = { readonly approvals: readonly Approval[]; readonly notes: readonly ExceptionNote[] };
/** Who allowed what lies beyond the limits: words that stand, for sales that their givers have no part in, and one that is given now. */
export const allowedBy = async (
  rules: AllowingRules,
  order: Order & { readonly soldOn: string },
  { goods, seller, sellers }: SaleFacts,
  by: Saver,
): Promise<Allowance | Refusal> => {
  const { shopId, soldOn, before } = order;
  const words = order.beyond.length === 0 ? [] : await rules.standingWords.of({ shopId, soldOn }, by.now);
  const parties = [by.user.id, ...[seller, ...sellers].map(({ id }) => id), ...(before?.people ?? [])];
  const { beyond, approvals, notes } = underStanding(order.beyond, words, { shopId, parties }, by);
  const given = await approvalsOf(rules.words, { ...order, beyond }, goods, by);
  if (!isRefusal(given)) return { approvals: [...given, ...approvals], notes };
  await rules.trials(triedOf(beyond, given), shopId, by);
  return given;
};
