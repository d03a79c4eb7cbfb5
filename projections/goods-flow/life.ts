/** A piece's life out of its own events: one step per event, in the words of a shop. Pure. */
import { documentNo } from 'services/contracts/document';
import { CARAT, GRAM, isNone, pricedPer, withUnit } from 'services/contracts/field-units';
import type { Recorded } from 'services/event-store/port';
import {
  RESULT_WORDS,
  attributesToWire,
  goodsFields,
  type GoodsAttributes,
  type GoodsEvent,
} from 'services/goods/contract';
import { yuanFromFen } from 'services/contracts/units';
import type { LifeStep } from './contract.ts';

export type LifeNames = {
  readonly shop: (id: number | null) => string;
  readonly supplier: (id: number | null) => string;
  /** The piece left for a shop that the reader does not see. */
  readonly leaves?: (event: Recorded) => boolean;
};
type Receipt = Extract<GoodsEvent, { type: 'GoodsReceived' }>['data'];
type Spec = (typeof goodsFields)[number][1];
type StepText = Pick<LifeStep, 'title' | 'text' | 'documentNo' | 'documentKind'> &
  Partial<Pick<LifeStep, 'reason' | 'changes'>>;

const pieces = (quantity: number): string => `${quantity} 件`;
const MONEY = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const yuan = (fen: number): string => `¥${MONEY.format(yuanFromFen(fen))}`;
const receiptDocument = (id: number) => ({ documentNo: documentNo('receipt', id), documentKind: 'receipt' });
const of = (document: { readonly no: string; readonly kind: string }) => ({
  documentNo: document.no,
  documentKind: document.kind,
});

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

const changesBetween = (before: Receipt, after: Receipt, names: LifeNames, withCost: boolean): LifeStep['changes'] => {
  const then = described(before, names, withCost);
  const changes: LifeStep['changes'] = [];
  for (const [field, [label, value]] of described(after, names, withCost)) {
    const was = then.get(field)?.[1] ?? '';
    if (was !== value) changes.push({ field, label, before: was, after: value });
  }
  return changes;
};

type Context = {
  readonly names: LifeNames;
  readonly withCost: boolean;
  readonly before: Receipt | null;
  readonly left: boolean;
};

const tellReceipt = (event: GoodsEvent, { names, withCost, before }: Context): StepText | null => {
  switch (event.type) {
    case 'GoodsReceived': {
      const from = event.data.supplierId === null ? '' : `，供应商 ${names.supplier(event.data.supplierId)}`;
      const text = `${names.shop(event.data.shopId)} 入库 ${pieces(event.data.quantity)}${from}`;
      return {
        title: event.data.importId === null ? '入库登记' : '导入入库',
        text,
        ...receiptDocument(event.data.receiptId),
      };
    }
    case 'GoodsReceiptCorrected': {
      const changes = before === null ? [] : changesBetween(before, event.data, names, withCost);
      const text = changes.length === 0 ? '保存，没有改动' : `修改 ${changes.length} 项`;
      return { title: '修改', text, changes, ...receiptDocument(event.data.receiptId) };
    }
    case 'GoodsReceiptWithdrawn':
      return { title: '删除', text: '待审核的入库记录已删除', ...receiptDocument(event.data.receiptId) };
    case 'GoodsReceiptAudited':
      return {
        title: '入库审核',
        text: `${names.shop(event.data.shopId)} 正常入库 ${pieces(event.data.quantity)}`,
        ...receiptDocument(event.data.receiptId),
      };
    case 'GoodsReceiptReversed':
      return {
        title: '入库反审核',
        text: `${names.shop(event.data.shopId)} 退回待审核 ${pieces(event.data.quantity)}`,
        reason: event.data.reason,
        ...receiptDocument(event.data.receiptId),
      };
    default:
      return null;
  }
};

const tellTransfer = (event: GoodsEvent, { names, withCost, left }: Context): StepText | null => {
  switch (event.type) {
    case 'GoodsTransferred': {
      const away = `已调出至${names.shop(event.data.toShopId)}`;
      if (left) return { title: '调拨', text: away, ...of(event.data.document) };
      const price = withCost ? `，调入价 ${yuan(event.data.inPriceFen)}` : '';
      const text = `${names.shop(event.data.fromShopId)} → ${names.shop(event.data.toShopId)} ${pieces(event.data.quantity)}${price}`;
      return { title: '调拨', text, ...of(event.data.document) };
    }
    case 'GoodsTransferReversed':
      return {
        title: '调拨反审核',
        text: `${names.shop(event.data.toShopId)} → ${names.shop(event.data.fromShopId)} 退回 ${pieces(event.data.quantity)}`,
        ...of(event.data.document),
      };
    default:
      return null;
  }
};

const tellDeparture = (event: GoodsEvent, { names, withCost }: Context): StepText | null => {
  switch (event.type) {
    case 'GoodsSold':
      return {
        title: '销售',
        text: `${names.shop(event.data.shopId)} 售出 ${pieces(event.data.quantity)}，实售 ${yuan(event.data.amountFen)}`,
        ...of(event.data.document),
      };
    case 'GoodsSaleReversed':
      return {
        title: '销售反审核',
        text: `${names.shop(event.data.shopId)} 收回 ${pieces(event.data.quantity)}`,
        ...of(event.data.document),
      };
    case 'GoodsReturnedToSupplier': {
      const price = withCost ? `，退货价 ${yuan(event.data.returnPriceFen)}` : '';
      const text = `${names.shop(event.data.shopId)} 退给 ${names.supplier(event.data.supplierId)} ${pieces(event.data.quantity)}${price}`;
      return { title: '退供应商', text, ...of(event.data.document) };
    }
    case 'GoodsSupplierReturnReversed':
      return {
        title: '退供应商反审核',
        text: `${names.shop(event.data.shopId)} 收回 ${pieces(event.data.quantity)}`,
        ...of(event.data.document),
      };
    default:
      return null;
  }
};

const tellAdjustment = (event: GoodsEvent, { names }: Context): StepText | null => {
  switch (event.type) {
    case 'GoodsWrittenOff':
    case 'GoodsFound': {
      const { shopId, quantity, reason, document } = event.data;
      const [title, found] = event.type === 'GoodsFound' ? ['报溢', '盘盈'] : ['报损', '报损'];
      const text = `${names.shop(shopId)} ${found} ${pieces(quantity)}`;
      return { title, text, reason: reason === '' ? null : reason, ...of(document) };
    }
    case 'GoodsWriteOffReversed':
    case 'GoodsFindReversed': {
      const { shopId, quantity, document } = event.data;
      const [title, back] = event.type === 'GoodsFindReversed' ? ['报溢', '退回'] : ['报损', '收回'];
      return {
        title: `${title}反审核`,
        text: `${names.shop(shopId)} ${back} ${pieces(quantity)}`,
        ...of(document),
      };
    }
    case 'GoodsFindExpected': {
      const { shopId, quantity, holder } = event.data;
      return { title: '报溢登记', text: `${names.shop(shopId)} 待审报溢 ${pieces(quantity)}`, ...of(holder) };
    }
    default:
      return null;
  }
};

const tellInspection = (event: GoodsEvent, { names }: Context): StepText | null => {
  switch (event.type) {
    case 'GoodsInspected': {
      const { shopId, quantity, result, note, document } = event.data;
      const judged = result === 'passed' ? '质检合格' : `质检判定${RESULT_WORDS[result]}`;
      const text = `${names.shop(shopId)} ${judged} ${pieces(quantity)}`;
      return { title: '质检', text, reason: note === '' ? null : note, ...of(document) };
    }
    case 'GoodsInspectionReversed': {
      const { shopId, quantity, document } = event.data;
      return { title: '质检反审核', text: `${names.shop(shopId)} 退回待质检 ${pieces(quantity)}`, ...of(document) };
    }
    case 'GoodsHoldHandedOver': {
      const { shopId, quantity, giver, holder } = event.data;
      const text = `${names.shop(shopId)} ${pieces(quantity)}由 ${giver.no} 转给 ${holder.no}`;
      return { title: '转交', text, ...of(holder) };
    }
    default:
      return null;
  }
};

const tellHold = (event: GoodsEvent, { names }: Context): StepText | null => {
  switch (event.type) {
    case 'GoodsHeld':
      return {
        title: '占用',
        text: `${names.shop(event.data.shopId)} 被 ${event.data.holder.no} 占用 ${pieces(event.data.quantity)}`,
        ...of(event.data.holder),
      };
    case 'GoodsHoldReleased':
      return event.data.quantity === 0
        ? null
        : {
            title: '释放占用',
            text: `${names.shop(event.data.shopId)} 释放 ${pieces(event.data.quantity)}`,
            documentNo: null,
            documentKind: null,
          };
    case 'GoodsSaleClaimed':
    case 'GoodsSupplierReturnClaimed':
    case 'GoodsWriteOffClaimed':
      return { title: '准备反审核', text: `${event.data.holder.no} 准备反审核`, ...of(event.data.holder) };
    case 'GoodsSaleClaimReleased':
    case 'GoodsSupplierReturnClaimReleased':
    case 'GoodsWriteOffClaimReleased':
      return { title: '取消反审核', text: '反审核没有进行', documentNo: null, documentKind: null };
    default:
      return null;
  }
};

/** The piece as the events up to there leave it. */
export type Biography = { readonly steps: LifeStep[]; readonly attributes: GoodsAttributes | null };

/** What the event says; null for one that changes nothing visible. */
const tellEvent = (event: GoodsEvent, context: Context): StepText | null =>
  tellReceipt(event, context) ??
  tellTransfer(event, context) ??
  tellDeparture(event, context) ??
  tellAdjustment(event, context) ??
  tellInspection(event, context) ??
  tellHold(event, context);

/** Steps in order of entry; events that change nothing visible (a release of nothing) are left out. */
export const lifeOf = (events: readonly Recorded[], names: LifeNames, withCost: boolean): Biography => {
  const steps: LifeStep[] = [];
  let receipt: Receipt | null = null;
  for (const recorded of events) {
    const event = recorded as unknown as GoodsEvent;
    const left = names.leaves?.(recorded) === true;
    const told = tellEvent(event, { names, withCost, before: receipt, left });
    if (event.type === 'GoodsReceived' || event.type === 'GoodsReceiptCorrected') receipt = event.data;
    if (told === null) continue;
    const { at, userName } = recorded.meta;
    steps.push({ position: recorded.position, at, by: userName, type: event.type, reason: null, changes: [], ...told });
  }
  return { steps, attributes: receipt?.attributes ?? null };
};
