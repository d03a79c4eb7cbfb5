/** A piece's life out of its own events: one step per event, in the words of a shop. Pure. */
import { documentNo } from 'services/contracts/document';
import type { Recorded } from 'services/event-store/port';
import { RESULT_WORDS, isWaitKey, type GoodsAttributes, type GoodsEvent } from 'services/goods/contract';
import type { LifeStep } from './contract.ts';
import { becameOf, changesBetween, pieces, waitsInWords, yuan, type LifeNames, type Receipt } from './life-receipt.ts';

type StepText = Pick<LifeStep, 'title' | 'text' | 'documentNo' | 'documentKind'> &
  Partial<Pick<LifeStep, 'reason' | 'changes'>>;

const receiptDocument = (id: number) => ({ documentNo: documentNo('receipt', id), documentKind: 'receipt' });
const of = (document: { readonly no: string; readonly kind: string }) => ({
  documentNo: document.no,
  documentKind: document.kind,
});

type Context = {
  readonly names: LifeNames;
  readonly withCost: boolean;
  readonly before: Receipt | null;
  readonly left: boolean;
  /** Claims that customers' returns made, by key. */
  readonly returning: ReadonlySet<string>;
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

const NO_DOCUMENT = { documentNo: null, documentKind: null };
const tellCustomerReturn = (event: GoodsEvent, { names }: Context): StepText | null => {
  switch (event.type) {
    case 'GoodsCustomerReturned': {
      const { shopId, quantity, refundFen, document } = event.data;
      const back = `${names.shop(shopId)} 收回客户退货 ${pieces(quantity)}，退款 ${yuan(refundFen)}`;
      return { title: '销退', text: `${back}${becameOf(event.data)}`, ...of(document) };
    }
    case 'GoodsCustomerReturnReversed':
      return {
        title: '销退反审核',
        text: `${names.shop(event.data.shopId)} 退回客户 ${pieces(event.data.quantity)}`,
        ...of(event.data.document),
      };
    case 'GoodsLabelRenewed':
      return { title: '换标签', text: '已打印新标签', ...NO_DOCUMENT };
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

const reversalPrepared = ({
  holder,
}: {
  readonly holder: { readonly no: string; readonly kind: string };
}): StepText => ({
  title: '准备反审核',
  text: `${holder.no} 准备反审核`,
  ...of(holder),
});
const REVERSAL_GIVEN_UP: StepText = { title: '取消反审核', text: '反审核没有进行', ...NO_DOCUMENT };
const RETURN_GIVEN_UP: StepText = { title: '取消退货', text: '退货没有进行', ...NO_DOCUMENT };
const tellHold = (event: GoodsEvent, { names, returning }: Context): StepText | null => {
  switch (event.type) {
    case 'GoodsHeld':
      if (isWaitKey(event.data.key))
        return { title: '待检', text: waitsInWords(event.data, names), ...of(event.data.holder) };
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
      if (event.data.purpose === 'return') {
        const { holder, quantity } = event.data;
        const back = quantity === null ? '' : ` ${pieces(quantity)}`;
        return { title: '准备退货', text: `${holder.no} 准备退货${back}`, ...of(holder) };
      }
      return reversalPrepared(event.data);
    case 'GoodsSupplierReturnClaimed':
    case 'GoodsWriteOffClaimed':
      return reversalPrepared(event.data);
    case 'GoodsSaleClaimReleased':
      return returning.has(event.data.claimKey) ? RETURN_GIVEN_UP : REVERSAL_GIVEN_UP;
    case 'GoodsSupplierReturnClaimReleased':
    case 'GoodsWriteOffClaimReleased':
      return REVERSAL_GIVEN_UP;
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
  tellCustomerReturn(event, context) ??
  tellAdjustment(event, context) ??
  tellInspection(event, context) ??
  tellHold(event, context);

/** Key of the claim that a customer's return makes with the event. */
const returnClaimOf = (event: GoodsEvent): string | null => {
  if (event.type === 'GoodsCustomerReturnReversed') return event.data.holdKey;
  return event.type === 'GoodsSaleClaimed' && event.data.purpose === 'return' ? event.data.claimKey : null;
};
/** Steps in order of entry; events that change nothing visible (a release of nothing) are left out. */
export const lifeOf = (events: readonly Recorded[], names: LifeNames, withCost: boolean): Biography => {
  const steps: LifeStep[] = [];
  const returning = new Set<string>();
  let receipt: Receipt | null = null;
  for (const recorded of events) {
    const event = recorded as unknown as GoodsEvent;
    const left = names.leaves?.(recorded) === true;
    const told = tellEvent(event, { names, withCost, before: receipt, left, returning });
    const claim = returnClaimOf(event);
    if (claim !== null) returning.add(claim);
    if (event.type === 'GoodsReceived' || event.type === 'GoodsReceiptCorrected') receipt = event.data;
    if (told === null) continue;
    const { at, userName } = recorded.meta;
    steps.push({ position: recorded.position, at, by: userName, type: event.type, reason: null, changes: [], ...told });
  }
  return { steps, attributes: receipt?.attributes ?? null };
};
