/**
 * Claims on what left the chain. A reversal claims all of it, and only where nothing of it is claimed or came back; each
 * return claims the pieces that it brings back, so that never more come back than left. Pure.
 */
import same from 'fast-deep-equal';
import type { Holder } from './events.ts';
import { drop, put } from '../contracts/maps.ts';

export type ClaimPurpose = 'reversal' | 'return';
export type Claim = {
  readonly quantity: number;
  readonly purpose: ClaimPurpose;
  readonly holder: Holder;
  readonly by: string;
  readonly at: string;
  /** The claim of the same document that this one stands in for: what both take counts once. */
  readonly replaces?: string;
};
type Claims = ReadonlyMap<string, Claim>;
/** `returned`: pieces that came back by returns, each an arrival of its own. */
export type Claimable = {
  readonly quantity: number;
  readonly claims: Claims;
  readonly returned: number;
};
export const UNCLAIMED: Pick<Claimable, 'claims' | 'returned'> = { claims: new Map(), returned: 0 };

const takenBy = (claims: Claims): number =>
  [...claims.values()].reduce((taken, { quantity, replaces }) => {
    const before = replaces === undefined ? 0 : (claims.get(replaces)?.quantity ?? 0);
    return taken + quantity - Math.min(quantity, before);
  }, 0);
/** Pieces that nobody claims and that have not come back. */
export const unclaimedOf = ({ quantity, claims, returned }: Claimable): number => quantity - returned - takenBy(claims);
/** Pieces that came back, or are claimed, by documents other than `own`. */
export const broughtByOthers = ({ claims, returned }: Claimable, own: Holder): number =>
  returned + takenBy(new Map([...claims].filter(([, { holder }]) => !same(holder, own))));

export const withClaim = <Of extends Claimable>(left: Of, key: string, claim: Claim): Of => ({
  ...left,
  claims: put(left.claims, key, claim),
});
export const withoutClaim = <Of extends Claimable>(left: Of, key: string): Of =>
  left.claims.has(key) ? { ...left, claims: drop(left.claims, key) } : left;
/** Claims that end with `key` when it is used: the one it stands in for, or that stands in for it. */
export const claimsWith = (claims: Claims, key: string): readonly string[] =>
  [...claims].flatMap(([other, { replaces }]) =>
    replaces === key || claims.get(key)?.replaces === other ? [other] : [],
  );
/** What was claimed for a return has come back. */
export const withReturned = <Of extends Claimable>(left: Of, key: string): Of => {
  const claim = left.claims.get(key);
  if (claim?.purpose !== 'return') return left;
  const claims = drop(left.claims, key, ...claimsWith(left.claims, key));
  return { ...left, claims, returned: left.returned + claim.quantity };
};
/** A return was undone: what came back is claimed for it again. */
export const withReturnUndone = <Of extends Claimable>(left: Of, key: string, claim: Claim): Of => ({
  ...withClaim(left, key, claim),
  returned: left.returned - claim.quantity,
});
/** Whose reversal is about to take it back. */
export const reversalOf = ({ claims }: Pick<Claimable, 'claims'>): readonly [key: string, Claim] | undefined =>
  [...claims].find(([, { purpose }]) => purpose === 'reversal');
