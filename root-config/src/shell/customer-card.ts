/** A shopper's card binds him to the customer on screen (R160): asked first, for whoever is bound wrongly sees another's bills. */
import { can, sendOnce, toast, type ShownCustomer } from 'root-config/api';
import { confirm } from 'root-config/ui';
import { isProofCard } from 'services/contracts/shopper-card';

/** A scanner may hand the same code over twice while it is asked. */
let asking = '';
const bind = async (code: string, { id, name }: ShownCustomer): Promise<void> => {
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

const NOBODY = '这是顾客的微信绑定码：请先打开这位客户（客户详情、编辑，或销售单里选好客户），再扫一次';
const PROOF = '这是顾客的名片码：在要求客户验证的窗口里扫描';
export const takeCard = async (code: string, customer: ShownCustomer | undefined): Promise<void> => {
  if (isProofCard(code)) toast.warning(PROOF);
  else if (customer === undefined) toast.warning(NOBODY);
  else await bind(code, customer);
};
