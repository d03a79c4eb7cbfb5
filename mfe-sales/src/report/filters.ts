/** Filters that reports have in common. */
import type { Filter } from 'root-config/ui';
import { customerSource } from '../recycle/customer-field.tsx';

export const SHOP: Filter = { kind: 'shop', name: 'shopId', label: '分店', daily: true };
export const CUSTOMER: Filter = {
  kind: 'remote',
  name: 'customerId',
  label: '客户',
  daily: true,
  source: customerSource,
};
export const TYPE: Filter = { kind: 'dict', name: 'type', label: '类别', dict: 'goodsType' };
export const STYLE: Filter = { kind: 'dict', name: 'style', label: '款式', dict: 'goodsStyle' };
export const FINENESS: Filter = { kind: 'dict', name: 'fineness', label: '成色', dict: 'goodsFineness' };
/** Days, shop and customer, as handed-in things are looked up by. */
export const DAYS_SHOP_CUSTOMER: readonly Filter[] = [{ kind: 'dates', label: '日期', daily: true }, SHOP, CUSTOMER];
