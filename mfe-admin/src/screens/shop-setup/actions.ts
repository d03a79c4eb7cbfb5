/** What brings a step on: a dialog over the page, or the page that does it. */
import { shopToday } from 'root-config/ui';
import { DATE_WINDOW_DAYS, addDays } from 'services/contracts/dates';
import type { SetupStep, ShopSetup } from 'services/system/contract';

export type StepDialog = 'shop' | 'department' | 'user';
type StepAction = { readonly label: string } & ({ readonly to: string } | { readonly dialog: StepDialog });

const pending = (shopId: number): string => {
  const today = shopToday();
  return `/stock/goods-in?shopId=${shopId}&auditFlag=1&beginTime=${addDays(today, -DATE_WINDOW_DAYS)}&endTime=${today}`;
};
/** null where nothing is left to do, or where it is done in the list of people below. */
export const actionOf = (
  { key, act, done }: SetupStep,
  { shopId, people }: Pick<ShopSetup, 'shopId' | 'people'>,
): StepAction | null => {
  switch (key) {
    case 'shop':
      return done ? null : { label: '编辑分店', dialog: 'shop' };
    case 'department':
      if (done) return null;
      return act === 'add' ? { label: '新增部门', dialog: 'department' } : { label: '打开部门', to: '/admin/dept' };
    case 'people':
      if (act === 'add') return { label: '新增用户', dialog: 'user' };
      return people.length > 0 ? null : { label: '打开用户', to: '/admin/user' };
    case 'till':
      return { label: '打开收银台', to: `/sales/till?shopId=${shopId}` };
    case 'label':
      return { label: '打开标签模板', to: '/admin/print-template?kind=label' };
    case 'bill':
      return { label: '打开销售单模板', to: '/admin/print-template?kind=invoice' };
    case 'stock':
      return act === 'audit'
        ? { label: '审核入库', to: pending(shopId) }
        : { label: '打开首饰入库', to: `/stock/goods-in?shopId=${shopId}` };
  }
};
