/** What documents and merges ask of a customer's stored value. Fen. */
import type { Account, BalanceDocument, BalanceHolder } from './events.ts';
import type { Balances } from './state.ts';

export type Sums = { readonly addedFen: number; readonly takenFen: number };
type OfAccount = { readonly account: Account };
/** Between two records of one person; `mergeId` names the merge. */
type Move = { readonly otherId: number; readonly mergeId: number; readonly doing: 'merge' | 'part' };
export type BalanceCommand = { readonly customerId: number } & (
  | (OfAccount &
      Sums & {
        readonly type: 'HoldBalance';
        readonly key: string;
        readonly replaces: string | null;
        readonly holder: BalanceHolder;
      })
  | (OfAccount & { readonly type: 'ReleaseBalance'; readonly key: string })
  | (OfAccount & Sums & { readonly type: 'PostBalance'; readonly key: string; readonly document: BalanceDocument })
  | (OfAccount & {
      readonly type: 'ClaimBalance';
      readonly claimKey: string;
      readonly postedKey: string;
      readonly holder: BalanceHolder;
    })
  | (OfAccount & { readonly type: 'ReleaseBalanceClaim'; readonly claimKey: string; readonly postedKey: string })
  | (OfAccount & {
      readonly type: 'ReverseBalance';
      readonly claimKey: string;
      readonly postedKey: string;
      readonly holdKey: string;
      readonly document: BalanceDocument;
    })
  /** `amounts` null: all there is. */
  | (Move & { readonly type: 'HandOverBalance'; readonly amounts: Balances | null })
  | (Move & { readonly type: 'TakeOverBalance'; readonly amounts: Balances })
  | (Move & { readonly type: 'UndoHandOver' })
);
export type CommandOf<Type extends BalanceCommand['type']> = Extract<BalanceCommand, { type: Type }>;
