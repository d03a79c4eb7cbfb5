/** Goods columns of exported sheets: titles and kinds from the one table of fields. */
import { goodsFields, type FieldKind } from 'services/goods/contract';
import type { ExportColumn } from '../platform/export.ts';

const KINDS: Record<Exclude<FieldKind, 'pictures'>, ExportColumn['kind']> = {
  text: 'text',
  choice: 'text',
  grams: 'weight',
  carats: 'carat',
  yuan: 'money',
  count: 'count',
  ratio: 'number',
};

/** Every goods field but pictures; cost columns carry `cost`, so they leave only with the right (R13). */
export const GOODS_COLUMNS: readonly ExportColumn[] = goodsFields.flatMap(([, spec]) =>
  spec.kind === 'pictures'
    ? []
    : [{ field: spec.wire, title: spec.label, kind: KINDS[spec.kind], ...(spec.cost === true && { cost: true }) }],
);

export const GOODS_EXPORT: readonly ExportColumn[] = [
  { field: 'no', title: '编号', kind: 'text' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'supplierName', title: '供应商', kind: 'text' },
  { field: 'inStorageAt', title: '入库日期', kind: 'day' },
  { field: 'batchNo', title: '批次号', kind: 'text' },
  { field: 'barcode', title: '条码', kind: 'text' },
  { field: 'state', title: '状态', kind: 'text' },
  { field: 'num', title: '数量', kind: 'count' },
  { field: 'onHand', title: '在库数量', kind: 'count' },
  ...GOODS_COLUMNS,
  { field: 'auditor', title: '审核人', kind: 'text' },
  { field: 'createdBy', title: '录入人', kind: 'text' },
  { field: 'createdAt', title: '录入时间', kind: 'moment' },
];
