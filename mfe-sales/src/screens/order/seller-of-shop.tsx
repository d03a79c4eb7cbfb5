import { useEffect, useRef } from 'react';
import { toast, useSession } from 'root-config/api';
import type { FormHandle } from 'root-config/ui';

type ShopAndSeller = { readonly shopId: number; readonly seller: number; readonly sellerName: string };
type Props<Values extends ShopAndSeller> = {
  readonly form: FormHandle<Values>;
  /** undefined until the people of the chosen shop are known. */
  readonly sellsHere: ((seller: number) => boolean) | undefined;
  readonly onShop: (shopId: number | undefined) => void;
};
/**
 * Tells which shop is chosen, and takes back a seller who is of another one: the server would refuse him (R25). A saved
 * order keeps its seller while it stays in its shop. Who sold is asked again when another user goes on in the window (R151).
 */
export const SellerOfShop = <Values extends ShopAndSeller>({ form, sellsHere, onShop }: Props<Values>) => {
  const { shopId, seller } = form.values;
  const saved = useRef<number | undefined>(undefined);
  const userId = useSession().user?.userId;
  const whose = useRef(userId);
  useEffect(() => onShop(shopId), [onShop, shopId]);
  const elsewhere = form.mode !== 'view' && seller !== undefined && sellsHere?.(seller) === false;
  useEffect(() => {
    if (form.mode !== 'add') saved.current ??= shopId;
    if (elsewhere && shopId !== saved.current)
      form.set({ seller: undefined, sellerName: undefined } as unknown as Partial<Values>);
  });
  useEffect(() => {
    if (whose.current === userId) return;
    whose.current = userId;
    if (form.mode === 'view' || form.values.seller === undefined) return;
    form.set({ seller: undefined, sellerName: undefined } as unknown as Partial<Values>);
    toast.warning('登录的用户已更换，请重新选择销售员');
  });
  return null;
};
