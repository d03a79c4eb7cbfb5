/** Gifts, write side: /biz-gift-in, and the look-up that a till asks (wire). */
import { z } from 'zod';
import { costField } from '../contracts/cost.ts';
import { ChosenShop } from '../contracts/ids.ts';
import type { JoinedReads } from '../contracts/joined-services.ts';
import { route, type Route } from '../contracts/route.ts';
import { mulDiv, yuanFromFen } from '../contracts/units.ts';
import { seesCost, type SessionUser } from '../contracts/user.ts';
import { documentSlice } from '../documents/slice.ts';
import { Barcode } from '../goods/contract.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { GIFT_SCHEMA, GiftEvent, GiftInBody, GiftInEvent, type GiftDesk, type GiftView } from './contract.ts';
import { giftInDocument } from './document.ts';
import { giftManifest } from './manifest.ts';
import { freshBarcode, prepareGiftIn } from './prepare.ts';
import { unknownGift } from './refusals.ts';

/** `num` is what is free, `cost` the mean of what is there. */
const GiftAnswer = z.object({
  id: z.int(),
  shopId: z.int(),
  barcode: z.string(),
  styleNo: z.string(),
  goodsName: z.string(),
  measure: z.string(),
  spec: z.string(),
  num: z.int(),
  onHand: z.int(),
  held: z.int(),
  rebateInte: z.number(),
  price: z.number(),
  cost: costField(z.number()),
});
const answerOf = (view: GiftView, user: SessionUser): z.infer<typeof GiftAnswer> => {
  const { shopId, barcode, gift, quantity, held, costFen } = view;
  const mean = quantity === 0 ? 0 : mulDiv([costFen], quantity);
  return {
    id: gift.giftId,
    shopId,
    barcode,
    styleNo: gift.styleNo,
    goodsName: gift.name,
    measure: gift.measure,
    spec: gift.spec,
    num: quantity - held,
    onHand: quantity,
    held,
    rebateInte: gift.pointsCenti / 100,
    price: yuanFromFen(gift.priceFen),
    ...(seesCost(user) && { cost: yuanFromFen(mean) }),
  };
};

const lookupRoutes = (gifts: GiftDesk, deps: SliceDeps): readonly Route[] => [
  route({
    method: 'GET',
    path: `${giftManifest.path}/barcode`,
    summary: '按条码查赠品',
    allow: { everyone: 'signed-in' },
    query: z.object({ barcode: Barcode, shopId: ChosenShop }),
    data: GiftAnswer,
    handler: async ({ query: { barcode, shopId }, user }) => {
      const refused = limitShops(user, [shopId]);
      if (refused !== null) return refused;
      const view = await gifts.view(shopId, barcode);
      return view === null ? unknownGift() : { data: answerOf(view, user) };
    },
  }),
  route({
    method: 'GET',
    path: `${giftManifest.path}/new-barcode`,
    summary: '生成赠品条码',
    allow: [`${giftManifest.permission}:add`, `${giftManifest.permission}:edit`],
    data: z.string(),
    handler: async () => ({ data: await freshBarcode(deps), msg: '生成成功' }),
  }),
];

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule => {
  const documents = documentSlice({
    manifest: giftManifest,
    events: GiftInEvent,
    spec: giftInDocument,
    join: (deps) => {
      const { gifts, custodians } = join(deps);
      const { lookup, ids } = deps;
      return {
        custodians,
        desk: {
          body: GiftInBody,
          prepare: prepareGiftIn({ gifts, lookup, ids }),
          editDays: 'same-day',
          removeDays: 'same-day',
        },
      };
    },
  });
  return {
    events: [...(documents.events ?? []), { union: GiftEvent, schema: GIFT_SCHEMA }],
    create: (deps) => {
      const slice = documents.create(deps);
      // Fixed paths before `/{id}` (R33).
      return { ...slice, routes: [...lookupRoutes(join(deps).gifts, deps), ...slice.routes] };
    },
  };
};
