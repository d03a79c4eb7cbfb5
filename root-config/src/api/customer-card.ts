/**
 * The code of a shopper's card page, scanned anywhere (R160): it binds him to the customer on screen, whatever box or page would have taken
 * the scan. Without one it is said what to do.
 */
import { useEffect } from 'react';
import { isBindingCard, isProofCard } from 'services/contracts/shopper-card';

export type ShownCustomer = { readonly id: number; readonly name: string };
type Entry = { customer: ShownCustomer };
const shown: Entry[] = [];
type CardTaker = (code: string, customer: ShownCustomer | undefined) => Promise<void>;
let takeCard: CardTaker | undefined;
/** The shell says what a card does to the customer on screen, and what is said without one. */
export const takeCardsBy = (take: CardTaker): void => void (takeCard = take);

export const isCustomerCard = (code: string): boolean => isBindingCard(code) || isProofCard(code);
/** True: the scan was a card, and is dealt with. */
export const takeCustomerCard = (code: string): boolean => {
  const isCard = isCustomerCard(code);
  if (isCard) void takeCard?.(code, shown.at(-1)?.customer);
  return isCard;
};

/** This customer is the one on screen while the caller is; null: none. The one that came last counts. */
export const useCustomerOnScreen = (customer: ShownCustomer | null): void => {
  const { id, name } = customer ?? { id: 0, name: '' };
  useEffect(() => {
    if (id === 0) return undefined;
    const mine: Entry = { customer: { id, name } };
    shown.push(mine);
    return () => void shown.splice(shown.indexOf(mine), 1);
  }, [id, name]);
};
