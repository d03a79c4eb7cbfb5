/** What a receipt says of a piece, and what a correction changed of it, in the words and units of a shop. Pure. */
import { CARAT, GRAM, isNone, pricedPer, withUnit } from 'services/contracts/field-units';
import type { Recorded } from 'services/event-store/port';
import { attributesToWire, goodsFields, type GoodsEvent } from 'services/goods/contract';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import type { LifeStep } from './contract.ts';

export type LifeNames = {
  readonly shop: (id: number | null) => string;
  readonly supplier: (id: number | null) => string;
  /** The piece left for a shop that the reader does not see. */
  readonly leaves?: (event: Recorded) => boolean;
};
export type Receipt = Extract<GoodsEvent, { type: 'GoodsReceived' }>['data'];
type Spec = (typeof goodsFields)[number][1];

export const pieces = (quantity: number): string => `${quantity} 件`;
const MONEY = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
export const yuan = (fen: number): string => `¥${MONEY.format(yuanFromFen(fen))}`;

/** A field as the screens show it: ¥560.00, ¥30.00/g, 3.215 g, 0.300 克拉. */
const inUnits = ({ wire: field, kind }: Spec, value: unknown, piece: object): string => {
  if (typeof value !== 'number' || kind === 'text' || kind === 'choice' || kind === 'pictures') return String(value);
  if (isNone(field, kind === 'carats' ? 'carat' : kind, value)) return '无';
  if (kind === 'yuan') return withUnit(`¥${MONEY.format(value)}`, pricedPer(field, piece));
  if (kind === 'grams') return withUnit(value.toFixed(3), GRAM);
  if (kind === 'carats') return withUnit(value.toFixed(3), CARAT);
  return String(value);
};
/** Everything of a receipt that a reader may compare, under Chinese labels; cost only with the right (R13). */
const described = (receipt: Receipt, names: LifeNames, withCost: boolean): Map<string, readonly [string, string]> => {
  const wire = attributesToWire(receipt.attributes, withCost);
  const told = new Map<string, readonly [string, string]>([
    ['shopId', ['分店', names.shop(receipt.shopId)]],
    ['supplierId', ['供应商', names.supplier(receipt.supplierId)]],
    ['inStorageAt', ['入库日期', receipt.receivedOn]],
    ['batchNo', ['批次号', receipt.batchNo]],
    ['num', ['数量', pieces(receipt.quantity)]],
    ['status', ['状态', receipt.status === '1' ? '停用' : '正常']],
    ['printTemplate', ['标签模板', receipt.printTemplate]],
  ]);
  for (const [, spec] of goodsFields) {
    if (spec.wire in wire) told.set(spec.wire, [spec.label, inUnits(spec, wire[spec.wire], wire)]);
  }
  return told;
};

export const changesBetween = (
  before: Receipt,
  after: Receipt,
  names: LifeNames,
  withCost: boolean,
): LifeStep['changes'] => {
  const then = described(before, names, withCost);
  const changes: LifeStep['changes'] = [];
  for (const [field, [label, value]] of described(after, names, withCost)) {
    const was = then.get(field)?.[1] ?? '';
    if (was !== value) changes.push({ field, label, before: was, after: value });
  }
  return changes;
};

type CustomerReturnData = Extract<GoodsEvent, { type: 'GoodsCustomerReturned' }>['data'];
const grams = (mg: number): string => `${gramsFromMg(mg).toFixed(3)}g`;
/** Where it went, and what it weighs now. */
export const becameOf = ({ goesTo, reweighed }: CustomerReturnData): string => {
  const where = goesTo === undefined ? '' : goesTo === 'inspection' ? '，待检' : '，转旧料';
  if (reweighed === undefined) return where;
  const { before, after } = reweighed;
  return `${where}，金重 ${grams(before.netWeightMg)} → ${grams(after.netWeightMg)}，需换标签`;
};
/** What came back to be inspected. */
export const waitsInWords = (
  { shopId, quantity }: { readonly shopId: number; readonly quantity: number },
  names: LifeNames,
): string => `${names.shop(shopId)} ${pieces(quantity)}待质检，质检前不能销售`;
