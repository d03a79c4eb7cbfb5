/** Goods columns of exported sheets: titles and kinds from the one table of fields. */
import { AUDIT_WORDS } from 'services/contracts/audit';
import { goodsFields, wireReader, type FieldKind, type GoodsAttributes } from 'services/goods/contract';
import type { ExportColumn } from '../platform/sheets/export.ts';
import { BILL_WORDS, PRICE_MODE_WORDS, STATUS_WORDS } from '../platform/sheets/export-words.ts';

const KINDS: Record<Exclude<FieldKind, 'pictures'>, ExportColumn['kind']> = {
  text: 'text',
  choice: 'text',
  grams: 'weight',
  carats: 'carat',
  yuan: 'money',
  count: 'count',
  ratio: 'number',
};

/** Figures of one piece that a sheet adds up over all of them. */
const ADDED = [
  'goldWeight',
  'partWeight',
  'weight',
  'stoneCt',
  'secondCt',
  'stoneP',
  'secondP',
  'piceCost',
  'sellPrice',
];
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = { priceMode: PRICE_MODE_WORDS };

/** Every goods field but pictures; cost columns carry `cost`, so they leave only with the right (R13). */
export const GOODS_COLUMNS: readonly ExportColumn[] = goodsFields.flatMap(([, spec]) => {
  const words = WORDS[spec.wire];
  return spec.kind === 'pictures'
    ? []
    : [
        {
          field: spec.wire,
          title: spec.label,
          kind: KINDS[spec.kind],
          ...(spec.cost === true && { cost: true }),
          ...(ADDED.includes(spec.wire) && { total: 'each' as const }),
          ...(words !== undefined && { words }),
        },
      ];
});
type PieceCells = { readonly attributes?: Partial<GoodsAttributes> | null };
const NAME_OF = new Map(goodsFields.map(([name, { wire }]) => [wire, name]));
/** The same columns of rows that carry their attributes as they are stored: nothing is made of a row but its cells. */
export const STORED_GOODS_COLUMNS: readonly ExportColumn[] = GOODS_COLUMNS.map((column) => {
  const read = wireReader(NAME_OF.get(column.field)!);
  return { ...column, of: ({ attributes }: PieceCells) => (attributes == null ? undefined : read(attributes)) };
});
/** Where the line of a document has a remark of its own, 备注 is that one. */
export const UNREMARKED_COLUMNS = GOODS_COLUMNS.filter(({ field }) => field !== 'remark');

/** Who audited, who made a document and when: the end of every list of documents. */
export const MADE_BY: readonly ExportColumn[] = [
  { field: 'auditFlag', title: '审核状态', kind: 'text', words: AUDIT_WORDS },
  { field: 'auditor', title: '审核人', kind: 'text' },
  { field: 'createdBy', title: '制单人', kind: 'text' },
  { field: 'createdAt', title: '制单时间', kind: 'moment' },
  { field: 'remark', title: '备注', kind: 'text' },
];

export const GOODS_EXPORT: readonly ExportColumn[] = [
  { field: 'no', title: '编号', kind: 'text' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'supplierName', title: '供应商', kind: 'text' },
  { field: 'inStorageAt', title: '入库日期', kind: 'day' },
  { field: 'batchNo', title: '批次号', kind: 'text' },
  { field: 'barcode', title: '条码', kind: 'text' },
  { field: 'billType', title: '单据类型', kind: 'text', words: BILL_WORDS },
  { field: 'state', title: '状态', kind: 'text' },
  { field: 'status', title: '启用', kind: 'text', words: STATUS_WORDS },
  { field: 'auditFlag', title: '审核状态', kind: 'text', words: AUDIT_WORDS },
  { field: 'num', title: '数量', kind: 'count', total: 'sum' },
  { field: 'onHand', title: '在库数量', kind: 'count', total: 'sum' },
  { field: 'held', title: '占用数量', kind: 'count', total: 'sum' },
  ...GOODS_COLUMNS,
  { field: 'printTemplate', title: '标签模板', kind: 'text' },
  { field: 'auditor', title: '审核人', kind: 'text' },
  { field: 'createdBy', title: '录入人', kind: 'text' },
  { field: 'createdAt', title: '录入时间', kind: 'moment' },
];
