/** Between a record and the form: what the form computes anew, and what is sent (R13). */
import type { GoodsInRow } from 'projections/goods-in/contract';
import { can } from 'root-config/api';
import type { FormMode } from 'root-config/ui';
import { GOODS_FIELDS } from 'services/goods/contract';
import { costRight } from '../../goods/goods-fields.ts';

/** A record as the form holds it; what is undefined follows its formula. */
export type GoodsValues = GoodsInRow;

const STONE_MEASURE = '重量';
/** S0§3, §9. */
export const FRESH: Partial<GoodsValues> = {
  num: 1,
  sellRaito: 1,
  status: '2',
  stoneMeasure: STONE_MEASURE,
  secondMeasure: STONE_MEASURE,
  printTemplate: '标准标签',
};
/** The next piece of a delivery starts with what they share. */
export const shared = (values: GoodsValues): Partial<GoodsValues> => {
  const { shopId, supplierId, supplierName, inStorageAt, batchNo, type, printTemplate } = values;
  return { shopId, supplierId, supplierName, inStorageAt, batchNo, printTemplate, ...(type !== undefined && { type }) };
};

/** The server computes them again. */
const COMPUTED: readonly string[] = ['weight', 'piceCost'];
/** The full record; an emptied field travels as null, a field the user cannot see does not travel. */
export const bodyOf = (values: GoodsValues, mode: FormMode): Record<string, unknown> => {
  const { id, shopId, supplierId, inStorageAt, batchNo, barcode, num, status, printTemplate } = values;
  const goods: Record<string, unknown> = {};
  for (const spec of Object.values(GOODS_FIELDS)) {
    const hidden = 'cost' in spec && !can(costRight(mode));
    if (!hidden && !COMPUTED.includes(spec.wire)) goods[spec.wire] = values[spec.wire] ?? null;
  }
  return {
    ...(mode === 'edit' && { id }),
    shopId,
    supplierId: supplierId ?? null,
    inStorageAt,
    batchNo: batchNo ?? '',
    barcode: barcode ?? '',
    num,
    status,
    printTemplate,
    ...goods,
  };
};
