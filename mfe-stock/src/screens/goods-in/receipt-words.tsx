import { useShopTree } from 'root-config/api';
import type { GoodsValues } from './goods-values.ts';

/** What the pieces of a delivery share, in one line. */
export const ReceiptWords = ({ values }: { readonly values: Partial<GoodsValues> }) => {
  const { nameOf } = useShopTree();
  const { shopId = 0, supplierName, type, inStorageAt, batchNo, printTemplate } = values;
  return [nameOf(shopId), supplierName, type, inStorageAt, batchNo, printTemplate]
    .filter((word) => word !== undefined && word !== '')
    .join(' · ');
};
