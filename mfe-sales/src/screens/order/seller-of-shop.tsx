import { useEffect, useRef } from 'react';
import type { FormHandle } from 'root-config/ui';

type SoldBy = { readonly shopId: number; readonly seller: number; readonly sellerName: string };
type Props<Values extends SoldBy> = {
  readonly form: FormHandle<Values>;
  /** undefined until the people of the chosen shop are known. */
  readonly sellsHere: ((seller: number) => boolean) | undefined;
  readonly onShop: (shopId: number | undefined) => void;
};
/**
 * Tells which shop is chosen, and takes back a seller who is of another one: the server would refuse him (R25). A saved
 * order keeps its seller while it stays in its shop.
 */
export const SellerOfShop = <Values extends SoldBy>({ form, sellsHere, onShop }: Props<Values>) => {
  const { shopId, seller } = form.values;
  const saved = useRef<number | undefined>(undefined);
  useEffect(() => onShop(shopId), [onShop, shopId]);
  const elsewhere = form.mode !== 'view' && seller !== undefined && sellsHere?.(seller) === false;
  useEffect(() => {
    if (form.mode !== 'add') saved.current ??= shopId;
    if (elsewhere && shopId !== saved.current)
      form.set({ seller: undefined, sellerName: undefined } as unknown as Partial<Values>);
  });
  return null;
};
