/** 长期授权 (R132): bodies and rows. Of certain pieces, or of all of a category and style in one shop. */
import { z } from 'zod';
import { Day } from '../contracts/dates.ts';
import { LISTS, TEXTS, chosenId, requiredText, wireNumber, wireText } from '../contracts/values.ts';
import { Barcode } from '../goods/contract.ts';

export const STANDING_PATH = '/biz-sell-approval/standing';
/** It ends at the latest so many days after it is given. */
export const LONGEST_DAYS = 31;

const optional = (max: number) =>
  wireText(max)
    .nullish()
    .transform((text) => text ?? '');
/** `percent`: the least of the full price; `until` the last day. Either `barcodes`, or `type` with `style`. */
export const LongApprovalBody = z.object({
  shopId: chosenId('partnerId', '分店名称不能为空'),
  barcodes: z
    .array(Barcode)
    .max(LISTS.batchRows, `一次最多${LISTS.batchRows}个条码`)
    .nullish()
    .transform((codes) => [...new Set(codes ?? [])]),
  type: optional(TEXTS.name),
  style: optional(TEXTS.name),
  percent: wireNumber('rebate').min(1, '不能小于1').max(100, '不能大于100'),
  until: z.preprocess((value) => value ?? '', Day),
  reason: requiredText('请填写原因', 200),
});
export type LongApprovalBody = z.output<typeof LongApprovalBody>;
export const EndBody = z.object({ reason: requiredText('请填写结束原因', 200) });
export type EndBody = z.output<typeof EndBody>;

export const STANDING_WORDS = { '1': '有效', '2': '已到期', '3': '提前结束' } as const;
/** `status` '1' stands, '2' over, '3' ended by somebody; `barcodes` empty: all of `type` and `style`. */
export const LongApprovalRow = z.object({
  id: z.int(),
  shopId: z.int(),
  shopName: z.string(),
  barcodes: z.string(),
  type: z.string(),
  style: z.string(),
  percent: z.number(),
  until: z.string(),
  reason: z.string(),
  giver: z.string(),
  status: z.string(),
  endedBy: z.string(),
  endedAt: z.string(),
  endReason: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type LongApprovalRow = z.infer<typeof LongApprovalRow>;
