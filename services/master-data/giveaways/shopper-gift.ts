/** What a shopper sees of giveaways, and claims himself (S1§2.16, §3, §4; R22, R88, R160): wire shapes. */
import { z } from 'zod';
import { chosenId, rawText } from '../../contracts/values.ts';

/** The provider's name of the shopper; the pages of the house leave it out: the session says who it is (R159). */
const openId = () =>
  rawText(64)
    .transform((text) => text.trim())
    .nullish()
    .transform((text) => text ?? '');
export const GiftQuery = z.object({ openId: openId() });
/** The house knows how many one person may have: a `limitNum` that is sent besides says nothing (R160). */
export const ClaimBody = z.object({ id: chosenId('id', '请选择礼品'), openId: openId() });

/** What is offered now. `mayClaim`: how many this shopper may still claim of it; 0: he has had his. */
export const ShopperGift = z.object({
  id: z.int(),
  title: z.string(),
  /** Rich text, cleaned when it was stored (R34). */
  content: z.string(),
  limitNum: z.int(),
  mayClaim: z.int(),
});
export type ShopperGift = z.infer<typeof ShopperGift>;
/**
 * `status` '1' waits to be collected against `writeOffCode`, '2' was collected: `usedAt` and `usedShopName` say when and where, '' where
 * nobody knows.
 */
export const ShopperClaim = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  limitNum: z.int(),
  status: z.string(),
  writeOffCode: z.string(),
  usedAt: z.string(),
  usedShopName: z.string(),
});
export type ShopperClaim = z.infer<typeof ShopperClaim>;
