/** What the start joins kinds of documents with; a slice takes what it names. */
import type { CashDesk } from './cash.ts';
import type { BalanceDesk, LeavingDesk } from '../balance/contract.ts';
import type { GiftDesk } from '../gift/contract.ts';
import type { JoinedPieces, PieceMoments } from '../goods/contract.ts';
import type { MaterialDesk } from '../old-material/contract.ts';
import type { GoldPrices } from '../quoted-price/contract.ts';
import type { ReturnedLines } from '../sale/contract.ts';
import type { AuditedChecks, PieceTimes } from '../stock-check/contract.ts';

export type JoinedReads = JoinedPieces & {
  /** Pieces at moments of the log. */
  readonly moments: PieceMoments;
  /** A piece at two moments of one reading. */
  readonly times: PieceTimes;
  /** The audited checks of the stock-check slice. */
  readonly checks: AuditedChecks;
  /** What customers brought back, in the words of the order that took it. */
  readonly returned: ReturnedLines;
  readonly gifts: GiftDesk;
  readonly balances: BalanceDesk;
  /** What leaves a customer's accounts. */
  readonly leaving: LeavingDesk;
  readonly material: MaterialDesk;
  /** The board of quoted gold prices. */
  readonly goldPrices: GoldPrices;
  /** Cash of a person's day. */
  readonly cash: CashDesk;
};
