/** A gift offered to shoppers (S1§2.6, §3, §5; R22, R88): wire shapes. `total` is what is left, `limitNum` of how many one person may have. */
import { z } from 'zod';
import { rawText, wireWhole } from '../../contracts/values.ts';
import { Moments, Status, optional, required } from '../fields.ts';

/** Rich text with its marks, in UTF-16 units. */
const LONGEST_CONTENT = 200_000;
const content = rawText(LONGEST_CONTENT, { long: '内容过长，请减少文字或样式' })
  .nullish()
  .transform((value) => value ?? '');
const shared = {
  title: required('标题不能为空', 100),
  content,
  limitNum: wireWhole('lotPieces'),
  remark: optional(500),
  status: Status,
};
export const GiveawayBody = z.object({ ...shared, total: wireWhole('lotPieces') });
export type GiveawayBody = z.infer<typeof GiveawayBody>;
/** Of a gift that is all given away nothing is left. */
export const GiveawayEdit = z.object({ ...shared, total: wireWhole('pieces') });
export type GiveawayEdit = z.infer<typeof GiveawayEdit>;

/** Lists leave the content out; `claimed`: how many were claimed, collected or not; `collected`: how many of these were handed over. */
export const GiveawayRow = z.object({
  id: z.int(),
  title: z.string(),
  total: z.int(),
  limitNum: z.int(),
  claimed: z.int(),
  collected: z.int(),
  remark: z.string(),
  status: z.string(),
  ...Moments,
});
export type GiveawayRow = z.infer<typeof GiveawayRow>;
export const GiveawayRecord = GiveawayRow.extend({ content: z.string() });
export type GiveawayRecord = z.infer<typeof GiveawayRecord>;
