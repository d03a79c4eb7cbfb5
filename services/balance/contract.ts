/** Stored value of customers (R79): 定金 and 储值卡, a stream per customer, what documents ask of it, its events. */
import { z } from 'zod';
import { PartnerId } from '../contracts/ids.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { Save } from '../contracts/save.ts';
import type { Actor } from '../contracts/user.ts';
import type { WordAsk } from '../contracts/word.ts';
import type { BalanceCommand } from './commands.ts';
import { BALANCE } from './payments.ts';
import type { Balances } from './state.ts';

export * from './events.ts';
export * from './reservations.ts';
export * from './payments.ts';

export const balanceStream = (customerId: number): string => `${BALANCE}-${customerId}`;
/** Data of GET /base-customer/{id}/balance: yuan; `usable` is what pending documents do not keep. */
export const CustomerBalance = z.object({
  account: z.string(),
  balance: z.number(),
  held: z.number(),
  usable: z.number(),
});
export type CustomerBalance = z.infer<typeof CustomerBalance>;
export const CustomerInPath = z.object({ id: PartnerId });
/** Whoever may see what a customer has: at the till, and at the customer's own page. */
export const BALANCE_READERS = [
  'base:baseCustomer:list',
  'base:baseCustomer:edit',
  'biz:bizSell:add',
  'biz:bizSell:edit',
  'biz:bizDeposit:list',
  'biz:bizDeposit:add',
];

/** What a merge of customers asks of their accounts. */
export type BalanceMove = Extract<BalanceCommand, { readonly mergeId: number }>;
export interface BalanceDesk {
  /** `moved`: what went or came under that merge, by account, fen. */
  move(command: BalanceMove, by: Actor): Promise<{ readonly position: number; readonly moved: Balances } | Refusal>;
  /** What the record has in each account, fen. */
  of(customerId: number): Promise<Balances>;
  /** What the merge took from the record, or brought it. */
  mergedOf(customerId: number, mergeId: number): Promise<Balances>;
}

/** Kind of what leaves with a deposit that is taken back. */
export const REVERSED_DEPOSIT = 'deposit-reversed';
/** What a document takes out of a record: money of its accounts, points for gifts at what they are worth (R136). */
export type Leaving = {
  readonly kind: string;
  readonly documentId: number;
  readonly customerId: number;
  readonly shopId: number;
  /** All that the document takes, fen. */
  readonly amountFen: number;
  /** What it takes of the same record as it stands. */
  readonly stoodFen: number;
  /** Field of the body. */
  readonly path: string;
  /** Whoever made or changed it before. */
  readonly notBy: readonly number[];
};
export interface LeavingDesk {
  /** What asks is for the one `words.ask` of the save; what is written down for it is given back where that saves nothing. */
  judge(
    leaving: Leaving,
    by: Actor & { readonly save?: Save | undefined },
  ): Promise<{ readonly asks: readonly WordAsk[]; readonly notes: readonly ExceptionNote[] }>;
}
