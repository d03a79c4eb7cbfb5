/** 结账 (R141): bodies and rows. A shop has one row; `closedUntil` is its last closed day. */
import { z } from 'zod';
import { noteText, orElse } from '../contracts/document-body.ts';
import { chosenId, requiredText, wireDay } from '../contracts/values.ts';

export const CLOSE_PATH = '/biz-close';
export const CLOSE_KEYS = {
  list: 'biz:close:list',
  add: 'biz:close:add',
  reopen: 'biz:close:reopen',
  export: 'biz:close:export',
} as const;

/** `force`: although documents of those days wait for their audit, who then waits until they are open again. */
export const CloseBody = z.object({
  shopId: chosenId('partnerId', '分店名称不能为空'),
  closedUntil: z.preprocess((value) => value ?? '', wireDay()),
  force: orElse(z.boolean({ error: '请选择是否仍要结账' }), false),
  remark: noteText(),
});
export type CloseBody = z.output<typeof CloseBody>;
/** `closedUntil`: what stays closed; absent or empty: nothing does. */
export const ReopenBody = z.object({
  closedUntil: z
    .preprocess((value) => (value === '' ? null : value), wireDay().nullish())
    .transform((day) => day ?? null),
  reason: requiredText('请填写重开原因', 200),
});
export type ReopenBody = z.output<typeof ReopenBody>;

/** Documents of a kind that wait for their audit; `more` beyond those that are named. */
export const PendingKind = z.object({
  kind: z.string(),
  label: z.string(),
  documents: z.array(z.object({ id: z.number(), no: z.string() })),
  more: z.boolean(),
});
export type PendingKind = z.infer<typeof PendingKind>;
/** As many numbers of a kind are named. */
export const MOST_NAMED = 20;
/** `data` of the 409 that asks whether to close all the same. */
export const PendingKinds = z.array(PendingKind);

/** `closedUntil` '' while all days are open; `forced`: documents waited when it was closed; `reason` of the last reopening. */
export const ClosedDayRow = z.object({
  id: z.int(),
  shopId: z.int(),
  shopName: z.string(),
  closedUntil: z.string(),
  forced: z.boolean(),
  pending: z.int(),
  remark: z.string(),
  reason: z.string(),
  closedBy: z.string(),
  closedAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ClosedDayRow = z.infer<typeof ClosedDayRow>;
