/**
 * The code of a shopper's card page, scanned anywhere (R160): it binds him to the customer on screen, whatever box or page would have taken
 * the scan. Without one it is said what to do.
 */
import { useEffect } from 'react';
import { isBindingCard, isProofCard } from 'services/contracts/shopper-card';
import { toast } from './toast.ts';

export type ShownCustomer = { readonly id: number; readonly name: string };
type Entry = { customer: ShownCustomer };
const shown: Entry[] = [];
type Binder = (code: string, customer: ShownCustomer) => void;
let binder: Binder | undefined;
/** The shell says how a customer is bound. */
export const bindCardsBy = (bind: Binder): void => void (binder = bind);

const NOBODY = '这是顾客的微信绑定码：请先打开这位客户（客户详情、编辑，或销售单里选好客户），再扫一次';
const PROOF = '这是顾客的名片码：在要求客户验证的窗口里扫描';
export const isCustomerCard = (code: string): boolean => isBindingCard(code) || isProofCard(code);
/** True: the scan was a card, and is dealt with. */
export const takeCustomerCard = (code: string): boolean => {
  if (isProofCard(code)) {
    toast.warning(PROOF);
    return true;
  }
  if (!isBindingCard(code)) return false;
  const customer = shown.at(-1)?.customer;
  if (customer === undefined || binder === undefined) toast.warning(NOBODY);
  else binder(code, customer);
  return true;
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
