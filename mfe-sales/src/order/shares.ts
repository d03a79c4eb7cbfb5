/** Several sellers of one order while they are chosen (R81): the first is the order's own seller. Pure. */
import type { SaleRecord } from 'projections/sales/contract';
import { splitByRatios } from 'services/sale/contract';

/** `ratio`: percent with two decimals; undefined while it is empty. */
export type Share = {
  readonly sellerId: number | undefined;
  readonly seller: string;
  readonly ratio: number | undefined;
};
const WHOLE_BP = 10_000;
export const MOST_SELLERS = 10;

/** None where one sold it alone. */
export const savedShares = (sellers: SaleRecord['sellers']): readonly Share[] => (sellers.length > 1 ? sellers : []);
/** The same for everybody, to the hundredth: 33.34, 33.33, 33.33. */
export const evenly = (shares: readonly Share[]): readonly Share[] => {
  const parts = splitByRatios(
    WHOLE_BP,
    shares.map(() => 1),
  );
  return shares.map((share, index) => ({ ...share, ratio: (parts[index] ?? 0) / 100 }));
};
/** One more, and everybody has the same again. */
export const withAnother = (shares: readonly Share[]): readonly Share[] => {
  const blank: Share = { sellerId: undefined, seller: '', ratio: undefined };
  return evenly(shares.length === 0 ? [blank, blank] : [...shares, blank]);
};
/** Whoever is left alone sold it alone. */
export const withoutShare = (shares: readonly Share[], at: number): readonly Share[] => {
  const left = shares.filter((_, index) => index !== at);
  return left.length < 2 ? [] : evenly(left);
};
/** Hundredths of a percent. */
export const totalBp = (shares: readonly Share[]): number =>
  shares.reduce((sum, { ratio = 0 }) => sum + Math.round(ratio * 100), 0);

type First = { readonly sellerId: number | undefined; readonly seller: string };
/** As the body has them; `nameOf` the people of today, else as it stood. */
export const shareBodies = (shares: readonly Share[], first: First, nameOf: (sellerId: number) => string | undefined) =>
  shares.length < 2
    ? []
    : shares.map(({ sellerId, seller, ratio = 0 }, index) =>
        index === 0 ? { ...first, ratio } : { sellerId, seller: (sellerId && nameOf(sellerId)) || seller, ratio },
      );
