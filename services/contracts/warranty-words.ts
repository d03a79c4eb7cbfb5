/** The facts of a warranty in words: the same in the page, in the single file and at the terminal (R162). Pure. */
import { saleName } from '../sale/manifest.ts';
import type { WarrantyFacts } from './warranty-text.ts';

const grams = (mg: number): string => (mg === 0 ? '—' : `${(mg / 1000).toFixed(3)} 克`);
/** Label and value of each fact that the paper has; `dayText` writes a day (yyyy-MM-dd) for its reader. */
export const factRows = (
  { kind, orderId, barcode, num, goldMg, grossMg, fineness, certificate, shop, day }: WarrantyFacts,
  dayText: (day: string) => string,
): readonly (readonly [string, string])[] => {
  const rows: readonly (readonly [string, string])[] = [
    ['单号', kind === 'sale' ? `${saleName.prefix}${orderId}` : ''],
    ['条码', barcode],
    ['数量', `${num} 件`],
    ['金重', grams(goldMg)],
    ['总重', grams(grossMg)],
    ['成色', fineness],
    ['证书号', certificate],
    ['分店', shop],
    [kind === 'sale' ? '销售日期' : '入库日期', dayText(day)],
  ];
  return rows.filter(([, value]) => value !== '');
};
