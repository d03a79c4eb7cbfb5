/** Independent recycle order (S1§2.4, §2.5, §3, §5; R76): wire bodies, events. */
import { z } from 'zod';
import { Day, StoredDay } from '../contracts/dates.ts';
import { listedLines, noteText, paymentList, sellerIdOrNone, storedPayments } from '../contracts/document-body.ts';
import { documentEvents, documentEventTypes } from '../contracts/document.ts';
import { AmountFen, DocumentYuan, fenFromYuan } from '../contracts/units.ts';
import { storedPerson } from '../contracts/person.ts';
import { LISTS, TEXTS, chosenId, requiredText, storedText, storedWhole } from '../contracts/values.ts';
import { approvalField } from '../contracts/word.ts';
import { Pictures } from '../goods/contract.ts';
import { RecycleLine, RecycleLineBody } from '../old-material/contract.ts';

export const recycleStream = (id: number): string => `recycle-${id}`;

/** `payments`: how it was paid out, positive, together `oldFeeFen`. */
export const RecycleHeader = z.object({
  customerId: storedWhole('partnerId'),
  shopId: storedWhole('partnerId'),
  recycledOn: StoredDay,
  /** Kept as of the time of the order (R25). */
  seller: z.object({ id: storedWhole('id'), name: storedPerson() }),
  oldFeeFen: AmountFen,
  /** The till that paid it out (R80). */
  till: storedText().optional(),
  payments: storedPayments(),
  status: storedText().default('2'),
  remark: storedText().default(''),
  /** File names. */
  pictures: z.array(storedText()).max(LISTS.choices).default([]),
});
export type RecycleHeader = z.infer<typeof RecycleHeader>;

export const RecycleEvent = documentEvents('Recycle', RecycleHeader, RecycleLine);
export const RECYCLE_EVENT_TYPES = documentEventTypes('Recycle');

/** Ids of lines on the wire say which order they are of: there is one sequence for orders, and a line has a place in its own. */
const LINES_PER_ORDER = 10_000;
export const lineWireId = (recycleId: number, lineId: string): number => recycleId * LINES_PER_ORDER + Number(lineId);
export const orderOfLine = (wireId: number): number => Math.floor(wireId / LINES_PER_ORDER);

const MAX_LINES = 200;
/** Body of create and update. Without a way of paying it is paid in cash. */
export const RecycleBody = z.object({
  id: chosenId('id').optional(),
  customerId: chosenId('partnerId', '客户名称不能为空'),
  shopId: chosenId('partnerId', '回收分店不能为空'),
  recycleAt: requiredText('回收日期不能为空', TEXTS.short).pipe(Day),
  seller: requiredText('请选择回收员', 60),
  sellerId: sellerIdOrNone(),
  oldFee: DocumentYuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value))),
  remark: noteText(),
  pictures: Pictures.nullish().transform((value) => value ?? []),
  recycleList: listedLines(RecycleLineBody, '请添加旧料数据！', '回收单').max(
    MAX_LINES,
    `一张回收单最多${MAX_LINES}行`,
  ),
  balanceList: paymentList(),
  approval: approvalField(),
});
export type RecycleBody = z.infer<typeof RecycleBody>;

/** A line by itself (/biz-alone-recycle-detail): a revision of its order. */
export const RecycleDetailBody = RecycleLineBody.extend({
  recycleId: chosenId('id', '请选择回收单'),
  approval: approvalField(),
});
