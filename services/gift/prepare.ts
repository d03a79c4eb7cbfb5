/** Rules of a gift stock-in beyond its shape (S1§2.7, §5; R5, R6, R13): the body becomes header and line. */
import type { NewLine } from '../contracts/document.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { listed } from '../documents/lines.ts';
import { shopDayRefusal, type Dating } from '../documents/rights.ts';
import type { Prepared, Previous } from '../documents/desk.ts';
import type { WireIds } from '../platform/streams/wire-ids.ts';
import { GIFT_LIST, type GiftDesk, type GiftInBody, type GiftInHeader, type GiftInLine } from './contract.ts';

export type GiftRules = {
  readonly gifts: GiftDesk;
  readonly lookup: Pick<MasterLookup, 'shop'>;
  readonly ids: Pick<WireIds, 'next'>;
};
/** An automatic barcode: ids are handed out once, so two of them are never the same. */
export const freshBarcode = async ({ ids }: Pick<GiftRules, 'ids'>): Promise<string> => `ZP${await ids.next()}`;

/** Nobody typed it yet in that shop. */
const newBarcode = async (rules: GiftRules, shopId: number): Promise<string> => {
  const barcode = await freshBarcode(rules);
  return (await rules.gifts.view(shopId, barcode)) === null ? barcode : newBarcode(rules, shopId);
};

/** What is left out keeps what it was: the barcode, and the cost where it may not be seen. */
const lineOf = async (
  rules: GiftRules,
  body: GiftInBody,
  before: GiftInLine | undefined,
): Promise<NewLine<GiftInLine>> => {
  const { shopId, styleNo, goodsName: name, measure, spec, num: quantity, price: priceFen } = body;
  const barcode = body.barcode ?? before?.barcode ?? (await newBarcode(rules, shopId));
  const unitCostFen = body.cost ?? before?.unitCostFen ?? 0;
  return { barcode, name, styleNo, measure, spec, quantity, unitCostFen, pointsCenti: body.rebateInte, priceFen };
};

/** Header and line, or the first rule that is broken. */
export const prepareGiftIn =
  (rules: GiftRules) =>
  async (
    body: GiftInBody,
    before: Previous<GiftInHeader, GiftInLine> | null,
    by: Dating,
  ): Promise<Prepared<GiftInHeader, GiftInLine> | Refusal> => {
    const { shopId, inGiftAt: receivedOn } = body;
    const was = before && { shopId: before.header.shopId, day: before.header.receivedOn };
    const asked = { shopId, day: receivedOn, field: 'inGiftAt', before: was };
    const refused = await shopDayRefusal(rules.lookup, asked, by);
    if (refused !== null) return refused;
    const lines = listed<GiftInLine>(GIFT_LIST, [await lineOf(rules, body, before?.lines[0])], before);
    return { header: { shopId, receivedOn, remark: body.remark }, lines };
  };
