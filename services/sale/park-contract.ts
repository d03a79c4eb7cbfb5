/** Orders put aside at the till (R94): what is sent and what is listed. */
import { z } from 'zod';
import { ChosenShop, RecordId } from '../contracts/ids.ts';
import { TEXTS, chosenId, rawText, wireText } from '../contracts/values.ts';

export const PARK_PATH = '/biz-sell/park';
/** Some 500 lines. */
const MOST_CHARACTERS = 500_000;
/** Body of POST: `body` is the dialog as it stands, and comes back as it was. */
export const ParkedBody = z.object({
  shopId: chosenId('partnerId', '请先选择分店名称！'),
  body: z
    .record(rawText(TEXTS.filter), z.unknown())
    .refine((body) => JSON.stringify(body).length <= MOST_CHARACTERS, '挂单内容过多，请直接保存'),
  note: wireText(TEXTS.name)
    .nullish()
    .transform((note) => note ?? ''),
});
export type ParkedBody = z.infer<typeof ParkedBody>;
export const ParkedQuery = z.object({ shopId: ChosenShop });
export const ParkedInPath = z.object({ id: RecordId });

/** `at`: when it was put aside, ISO 8601. */
export const ParkedRow = z.object({ id: z.int(), shopId: z.int(), note: z.string(), by: z.string(), at: z.string() });
export type ParkedRow = z.infer<typeof ParkedRow>;
export const ParkedList = z.object({ list: z.array(ParkedRow) });
export const TakenUp = z.object({ body: z.record(z.string(), z.unknown()) });
