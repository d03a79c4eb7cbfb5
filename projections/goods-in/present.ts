/** Stored goods rows as answers: wire names, decimals, derived state, cost only with the right (R11, R13). Pure. */
import { documentNo } from 'services/contracts/document';
import { attributesToWire, type GoodsAttributes, type GoodsWireFields } from 'services/goods/contract';
import { yuanFromFen } from 'services/contracts/units';
import type { GOODS_STATES, GoodsInRow } from './contract.ts';
import type { GoodsInRecord } from './row.ts';

/** Where pictures are served; thumbnails lie in `thumb/` below it (S0§6). */
const PICTURES = '/static/uploadfile/';
export const photosOf = (pictures: readonly string[]): string[] => pictures.map((name) => `${PICTURES}${name}`);
export const thumbsOf = (pictures: readonly string[]): string[] => pictures.map((name) => `${PICTURES}thumb/${name}`);

/** Attributes as wire fields. */
export const wireFields = (attributes: Partial<GoodsAttributes>, withCost: boolean): GoodsWireFields =>
  attributesToWire(attributes, withCost) as GoodsWireFields;

const LEFT = {
  sold: '已售',
  returned: '已退',
  lost: '报损',
  melted: '已转旧料',
  transferred: '已调出',
  '': '已调出',
} as const;
type Stock = Pick<GoodsInRecord, 'audit_flag' | 'on_hand' | 'held' | 'waits' | 'left_by'>;
/** 待审核 before the audit, then what the shop has of it: 待检 or 待审 while some is held, else 在库, else how it left. */
export const stateOf = (row: Stock): (typeof GOODS_STATES)[number] => {
  if (row.audit_flag !== 2) return '待审核';
  if (row.held > 0) return row.waits ? '待检' : '待审';
  if (row.on_hand > 0) return '在库';
  return LEFT[row.left_by];
};

export type NamedGoodsIn = GoodsInRecord & {
  readonly shop_name: string | null;
  readonly supplier_name: string | null;
  /** Holds of the barcode in this row's shop: document numbers. */
  readonly held_by: readonly string[] | null;
};

/** Written into the object of the attributes: copying its eighty fields took longer than making them. */
export const presentGoodsIn = (row: NamedGoodsIn, withCost: boolean): GoodsInRow =>
  Object.assign(wireFields(row.attributes, withCost), presentRow(row, withCost));
const presentRow = (row: NamedGoodsIn, withCost: boolean) => ({
  ...(withCost && { piceCost: yuanFromFen(row.unit_cost_fen) }),
  id: row.row_id,
  no: documentNo('receipt', row.row_id),
  barcode: row.barcode,
  billType: row.bill_type,
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  supplierId: row.supplier_id,
  supplierName: row.supplier_name ?? '',
  inStorageAt: row.received_on,
  batchNo: row.batch_no,
  num: row.quantity,
  onHand: row.on_hand,
  held: row.held,
  heldBy: [...(row.held_by ?? [])],
  state: stateOf(row),
  needsLabel: row.needs_label,
  status: row.status,
  auditFlag: row.audit_flag,
  auditor: row.auditor,
  printTemplate: row.print_template,
  thumbs: thumbsOf(row.attributes.pictures ?? []),
  photos: photosOf(row.attributes.pictures ?? []),
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
