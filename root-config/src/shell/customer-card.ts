/** A shopper's card binds him to the customer on screen (R160): asked first, for whoever is bound wrongly sees another's bills. */
import { bindCardsBy, can, sendOnce, toast } from 'root-config/api';
import { confirm } from 'root-config/ui';

/** A scanner may hand the same code over twice while it is asked. */
let asking = '';
const bind = async (code: string, { id, name }: { readonly id: number; readonly name: string }): Promise<void> => {
  if (!can('base:baseCustomer:bind')) return toast.warning('你没有绑定客户微信的权限，请店长或其他同事来扫');
  if (asking === code) return;
  asking = code;
  const text = `把顾客的微信绑定到“${name}”？绑定后顾客在微信里看到这位客户的质保单和积分，请先核对是本人。`;
  try {
    if (!(await confirm({ title: '绑定微信', text, ok: '绑定' }))) return;
    await sendOnce({ method: 'POST', path: `/base-customer/${id}/bind`, body: { code }, views: ['/base-customer'] });
  } finally {
    asking = '';
  }
};
export const startCards = (): void => bindCardsBy((code, customer) => void bind(code, customer));
