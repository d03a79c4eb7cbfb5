/** Events of stream `balance-<customerId>`; whole fen. Type names are storage: they never change. They name a customer by number alone. */
import { z } from 'zod';
import { StoredDay } from '../contracts/dates.ts';
import { LISTS, stored, storedText, storedWhole } from '../contracts/values.ts';

export const BALANCE_SCHEMA = 1;
/** What a customer may leave with the chain, named as the settlement methods that spend it. */
export const ACCOUNTS = ['定金', '储值卡'] as const;
export const Account = z.enum(ACCOUNTS);
export type Account = z.infer<typeof Account>;
export const isAccount = (method: string): method is Account => ACCOUNTS.some((account) => account === method);

const customerId = storedWhole('partnerId');
/** Of one posting, never negative. */
const fen = stored('customerMoney');
/** What the account comes to after the event (Σ of its ledger). */
const balanceFen = fen;
export const BalanceHolder = z.object({ kind: storedText(), id: storedWhole('id'), no: storedText() });
export type BalanceHolder = z.infer<typeof BalanceHolder>;
/** The document behind a posting, with its day of business. */
export const BalanceDocument = BalanceHolder.extend({ businessDate: StoredDay });
export type BalanceDocument = z.infer<typeof BalanceDocument>;
const account = { account: Account };
/** What a posting adds and takes. */
const sums = { addedFen: fen, takenFen: fen };
/** Of one account, as it goes over and what is left of it. */
const MergedSum = z.object({ ...account, amountFen: fen, balanceFen });
export type MergedSum = z.infer<typeof MergedSum>;
/** `mergeId` names the merge that it belongs to. */
const move = {
  mergeId: storedWhole('id'),
  doing: z.enum(['merge', 'part']),
  moved: z.array(MergedSum).max(LISTS.choices),
};

const fact = <Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), data: z.object({ customerId, ...data }) });

export const BalanceEvent = z.discriminatedUnion('type', [
  /**
   * `takenFen` are kept for a document; `addedFen` are to come with its posting, and nobody's yet. `replaces`: the document's
   * own reservation that this one stands in for; of the two the larger counts.
   */
  fact('BalanceHeld', {
    ...account,
    key: storedText(),
    ...sums,
    holder: BalanceHolder,
    replaces: storedText().optional(),
  }),
  /** Also of a key that never held anything: a late reservation with it is refused. */
  fact('BalanceHoldReleased', { ...account, key: storedText() }),
  fact('BalancePosted', { ...account, key: storedText(), document: BalanceDocument, ...sums, balanceFen }),
  /** What a posting added is kept for its reversal. */
  fact('BalanceClaimed', {
    ...account,
    claimKey: storedText(),
    postedKey: storedText(),
    amountFen: fen,
    holder: BalanceHolder,
  }),
  fact('BalanceClaimReleased', { ...account, claimKey: storedText(), postedKey: storedText() }),
  /** The posting is taken back; what it took is held again under `holdKey`. */
  fact('BalancePostingReversed', {
    ...account,
    claimKey: storedText(),
    postedKey: storedText(),
    holdKey: storedText(),
    document: BalanceDocument,
    ...sums,
    balanceFen,
  }),
  /** All accounts go over to another record of the same person, or as much back again (R95). */
  fact('BalanceHandedOver', { toCustomerId: customerId, ...move }),
  fact('BalanceTakenOver', { fromCustomerId: customerId, ...move }),
  /** What was handed over is here again: the merge, or its undoing, did not come about. */
  fact('BalanceHandOverUndone', { toCustomerId: customerId, ...move }),
]);
export type BalanceEvent = z.infer<typeof BalanceEvent>;
export const BALANCE_EVENT_TYPES = BalanceEvent.options.map((option) => option.shape.type.value);
