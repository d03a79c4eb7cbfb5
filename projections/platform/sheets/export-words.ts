/** What codes say in a sheet, as the screens say it. */
import { SALE_LIMITS } from 'services/sale/contract';

/** Of goods-in rows (R7). */
export const BILL_WORDS: Readonly<Record<string, string>> = { 1: '正常入库', 2: '调拨入库', 3: '销退入库' };
/** R11 */
export const STATUS_WORDS: Readonly<Record<string, string>> = { 1: '停用', 2: '启用' };
/** R18 */
export const PRICE_MODE_WORDS: Readonly<Record<string, string>> = { 1: '一口价', 2: '按克' };
/** What an order may go beyond at the till. */
export const LIMIT_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SALE_LIMITS).map(([rule, { label }]) => [rule, label]),
);
