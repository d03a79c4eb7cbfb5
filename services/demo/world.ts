/** What the loader knows of the chain, and what a day of it shall bring. */
import type { SessionUser } from '../contracts/user.ts';
import type { Chain } from './chain.ts';
import type { Shape } from './catalogue.ts';
import type { Random } from './random.ts';

export type Piece = { readonly barcode: string };
export type ShopStaff = {
  readonly shopId: number;
  readonly manager: SessionUser;
  readonly sellers: readonly SessionUser[];
  /** With which the manager signs for a till; null where he must choose one first. */
  readonly password: string | null;
};
/** The one till of each shop. */
export const TILL = '一号台';
export type FreeLot = {
  readonly lotId: number;
  readonly shopId: number;
  readonly fineness: string;
  readonly freeMg: number;
};
export type World = {
  readonly chain: Chain;
  readonly random: Random;
  readonly shops: readonly ShopStaff[];
  /** Decides over the whole chain. */
  readonly head: SessionUser;
  readonly supplierIds: readonly number[];
  readonly customerIds: readonly number[];
  readonly pictures: ReadonlyMap<Shape, readonly string[]>;
  readonly paymentMethods: readonly string[];
  /** What the read model says those goods-in rows are. */
  readonly piecesOf: (rowIds: readonly number[]) => Promise<readonly Piece[]>;
  /** Old material that nobody holds, oldest first. */
  readonly freeLots: () => Promise<readonly FreeLot[]>;
  /** Once the stock of a check shows what the log says up to there. */
  readonly shown: (position: number) => Promise<boolean>;
  /** Audited and free pieces by shop. */
  readonly stock: Map<number, Piece[]>;
  /** Every list tells everything that was said. */
  readonly caughtUp: () => Promise<void>;
  /** Audited orders of one piece that nobody has brought back, oldest first. */
  readonly sold: PastSale[];
  readonly repairs: Repair[];
  /** Of 500 yuan, not used yet. */
  readonly deposits: { readonly customerId: number; readonly shopId: number }[];
};
export type Repair = { readonly id: number; readonly day: string; readonly shopId: number; readonly nth: number };
export type PastSale = {
  readonly id: number;
  readonly shopId: number;
  readonly customerId: number;
  readonly day: string;
};
export type DayPlan = {
  readonly day: string;
  readonly receipts: number;
  readonly transfers: number;
  readonly returns: number;
  readonly sales: number;
  /** Orders of all days before. */
  readonly salesBefore: number;
  readonly isToday: boolean;
  /** Shops open, and first of all receive; whoever wants more than to buy comes later. */
  readonly opens: boolean;
  /** Which check of the chain this day ends with; null on most days. */
  readonly check: number | null;
  /** Today ends now; other days at closing time. */
  readonly until: Date;
  /** One shop's books are closed up to the day before. */
  readonly closes: boolean;
  /** Leave this day's last documents pending, as a shop does. */
  readonly open: boolean;
};
