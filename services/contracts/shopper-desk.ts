/** What every shopper call passes first: how often, from which page, who (R28, R159). Made once, so that all calls count together. */
import type { Client } from './client.ts';
import type { Refusal } from './refusal.ts';

export type ShopperCall = { readonly client: Client; readonly now: Date };

/**
 * `customerId`: the record as it is today, the kept one of a merged; 0 while there is none, or it is disabled. `recordId`: the one
 * that the binding or the session names; null none.
 */
export type Shopper = {
  readonly openId: string;
  readonly customerId: number;
  readonly recordId: number | null;
  readonly token: string;
};
export type ShopperDesk = {
  /** Before anything else. */
  readonly pace: (call: ShopperCall) => Refusal | null;
  /** The same of a write: of a page of this house (browsers name the page of every write to another site). */
  readonly paceWrite: (call: ShopperCall) => Refusal | null;
  /** Before a number or a code is judged. */
  readonly paceTries: (call: ShopperCall, shopper: string) => Refusal | null;
  /** Whoever is signed in, or null; a foreign openId is refused. */
  readonly find: (call: ShopperCall, openId: string) => Promise<Shopper | Refusal | null>;
  /** Who writes, `paceWrite` first; null where nobody is signed in. */
  readonly writer: (call: ShopperCall, openId: string) => Promise<Shopper | Refusal | null>;
  /** Who reads, `pace` first; nobody is a 401. */
  readonly ask: (call: ShopperCall, openId: string) => Promise<Shopper | Refusal>;
  /** Who writes, `paceWrite` first; nobody is a 401. */
  readonly askWrite: (call: ShopperCall, openId: string) => Promise<Shopper | Refusal>;
};
