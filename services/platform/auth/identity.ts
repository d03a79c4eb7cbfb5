/** Somebody beside the signed-in user says yes with his own name and password: what slices may ask of the sign-in. */
import type { Refusal } from '../../contracts/refusal.ts';
import type { Call } from '../../contracts/route.ts';
import type { SessionUser } from '../../contracts/user.ts';

export type Claim = {
  readonly username: string;
  readonly password: string;
  /** Second factor; '' when none was typed. An account that has one gives this and no password. */
  readonly code: string;
};
/** Where and when it is said: the sign-in's own throttle counts it. */
export type ClaimedBy = Pick<Call<unknown, unknown, unknown>, 'client' | 'now'>;

export type Holder = { readonly id: number; readonly name: string; readonly username: string };

/** A key that others than `but` may have held for a shop, at any time since a moment. */
export type HeldKey = {
  readonly permission: string;
  readonly shopId: number;
  readonly since: Date;
  readonly but: readonly number[];
};

export interface Identity {
  /**
   * The user that this is, judged and slowed down as a sign-in is; it opens no session. A refusal is a 422 at
   * `username`, `password` or `code`, or a 429: never a 401, which would sign the caller out.
   */
  confirm(claim: Claim, by: ClaimedBy): Promise<SessionUser | Refusal>;
  /** Who has that permission in that shop; whoever may everything is left out while there is anybody else. */
  /** Of no shop (null): whoever has it anywhere. */
  holders(permission: string, shopId: number | null): Promise<readonly Holder[]>;
  /** Whether anybody else held it, whoever may everything left out; of rights that changed meanwhile all that stood count. */
  heldSince(key: HeldKey): Promise<boolean>;
  /** Whoever that is now; null when he may not sign in any more. */
  userOf(id: number): Promise<SessionUser | null>;
}
