/** A gift stock-in as the saga sees it: gifts come to a shop. */
import type { DocumentSpec } from '../documents/spec.ts';
import {
  GIFT_LIST,
  GiftInEvent,
  GiftInHeader,
  GiftInLine,
  giftEffect,
  giftInStream,
  type GiftTerms,
} from './contract.ts';
import { giftManifest } from './manifest.ts';

export const giftInDocument: DocumentSpec<GiftInHeader, GiftInLine> = {
  kind: giftManifest.kind,
  name: 'GiftIn',
  // The body is flat: what is wrong with its line stands at the field itself.
  lists: { [GIFT_LIST]: { path: '', field: 'barcode' } },
  values: { header: GiftInHeader, line: GiftInLine },
  sums: [{ label: '入库成本', kind: 'lineMoney', of: ({ unitCostFen, quantity }) => unitCostFen * quantity }],
  stream: giftInStream,
  parse: ({ type, data, meta }) => ({ ...GiftInEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: ({ receivedOn }) => receivedOn,
  dayField: 'inGiftAt',
  effectsOf: ({ shopId }, { barcode, quantity }) => [giftEffect(shopId, barcode, 'in', quantity)],
  termsOf: (_header, { line }): GiftTerms => ({
    move: 'receive',
    costFen: line.unitCostFen * line.quantity,
    gift: {
      name: line.name,
      styleNo: line.styleNo,
      measure: line.measure,
      spec: line.spec,
      pointsCenti: line.pointsCenti,
      priceFen: line.priceFen,
    },
  }),
};
