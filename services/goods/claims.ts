/**
 * Claims on what left the chain. A reversal claims all of it, and only where nothing of it is claimed or came back; each
 * return claims the pieces that it brings back, so that never more come back than left. Pure.
 */
import type { Holder } from './events.ts';
import { drop, put } from './maps.ts';

export type ClaimPurpose = 'reversal' | 'return';
export type Claim = {
  readonly quantity: number;
  readonly purpose: ClaimPurpose;
  readonly holder: Holder;
  readonly by: string;
  readonly at: string;
};
/** `returned`: pieces that came back by returns, each an arrival of its own. */
export type Claimable = {
  readonly quantity: number;
  readonly claims: ReadonlyMap<string, Claim>;
  readonly returned: number;
};
export const UNCLAIMED: Pick<Claimable, 'claims' | 'returned'> = { claims: new Map(), returned: 0 };

/** Pieces that nobody claims and that have not come back. */
export const unclaimedOf = ({ quantity, claims, returned }: Claimable): number =>
  [...claims.values()].reduce((left, claim) => left - claim.quantity, quantity - returned);

export const withClaim = <Of extends Claimable>(left: Of, key: string, claim: Claim): Of => ({
  ...left,
  claims: put(left.claims, key, claim),
});
export const withoutClaim = <Of extends Claimable>(left: Of, key: string): Of =>
  left.claims.has(key) ? { ...left, claims: drop(left.claims, key) } : left;
/** What was claimed for a return has come back. */
export const withReturned = <Of extends Claimable>(left: Of, key: string): Of => {
  const claim = left.claims.get(key);
  return claim?.purpose === 'return'
    ? { ...left, claims: drop(left.claims, key), returned: left.returned + claim.quantity }
    : left;
};
/** Whose reversal is about to take it back. */
export const reversalOf = ({ claims }: Pick<Claimable, 'claims'>): readonly [key: string, Claim] | undefined =>
  [...claims].find(([, { purpose }]) => purpose === 'reversal');
