/** A sale as the saga sees it: pieces leave their shop for money. What a line moves is said list by list. */
import { storedBy } from '../contracts/whole.ts';
import { BALANCE, PAYMENT_LIST, paymentEffects } from '../balance/contract.ts';
import { GOODS_LIST } from '../contracts/document.ts';
import { mulDiv } from '../contracts/units.ts';
import type { DocumentSpec, EffectOf } from '../documents/spec.ts';
import { giftEffect, type GiftTerms } from '../gift/contract.ts';
import { pieceEffect, type PieceTerms } from '../goods/contract.ts';
import type { LineEffect } from '../documents/plan.ts';
import { OLD_MATERIAL, RECYCLE_LIST, materialEffect, type MaterialTerms } from '../old-material/contract.ts';
import { POINTS, pointsEffects, type PointsTerms } from '../points/contract.ts';
import {
  CHANGE_LIST,
  CLEAN_LIST,
  SALE_GIFT_LIST,
  SaleEvent,
  saleStream,
  SaleHeader,
  SaleLine,
  type SaleChangeLine,
} from './contract.ts';
import { saleManifest } from './manifest.ts';
import { cutEffects, materialTerms, returnEffects } from './material.ts';

const piecesOf = (line: SaleLine): number => (line.list === GOODS_LIST ? line.quantity : 0);
const weightOf = (line: SaleLine): number => (line.list === GOODS_LIST ? line.sellWeightMg : 0);
const effectsOf = ({ shopId, customerId }: SaleHeader, line: SaleLine): readonly LineEffect[] => {
  switch (line.list) {
    case 'goods':
      return [
        pieceEffect(line.barcode, 'out', line.quantity, shopId),
        ...cutEffects(shopId, line),
        ...pointsEffects(customerId, 'in', line.points),
      ];
    case 'change':
      return [
        pieceEffect(line.barcode, 'in', line.quantity, shopId),
        ...returnEffects(shopId, line),
        ...pointsEffects(customerId, 'out', line.points),
      ];
    case 'recycle':
      return [materialEffect({ shopId, fineness: line.fineness }, 'in', line.weightMg)];
    case 'gift':
      return [
        giftEffect(shopId, line.barcode, 'out', line.quantity),
        ...pointsEffects(customerId, 'out', line.spentPoints),
      ];
    // What is handed in stays the customer's.
    case 'clean':
      return [];
  }
};
type SaleEffect = Pick<EffectOf<SaleLine>, 'effect' | 'line' | 'lines' | 'rowId'>;
const pointsTerms = (lines: SaleEffect['lines']): PointsTerms => ({
  takesBack: [CHANGE_LIST],
  lines: lines.map(({ line: { list, lineId, ...line } }) => ({
    list,
    lineId,
    ...('pointsRule' in line &&
      line.pointsRule !== undefined && { ruleId: line.pointsRule.id, ruleRevision: line.pointsRule.revision }),
  })),
});
const GOES_TO = { '1': undefined, '2': 'old-material', '3': 'inspection' } as const;
const customerReturnTerms = (shopId: number, line: SaleChangeLine, rowId: number): PieceTerms => {
  const { saleKey, refundFen, returnTo, soldCutDownMg: byMg, costFen, quantity, broughtBefore } = line;
  const goesTo = GOES_TO[returnTo];
  return {
    move: 'customer-return',
    shopId,
    saleKey,
    refundFen,
    rowId,
    ...(broughtBefore !== undefined && { broughtBefore }),
    ...(goesTo !== undefined && { goesTo }),
    ...(byMg !== 0 && costFen !== undefined && { cut: { byMg, unitCostFen: mulDiv([costFen], quantity) } }),
  };
};
/** Pieces and gifts have the terms of the first line of their effect, points and old material of all. */
const termsOf = (
  { shopId, customerId }: SaleHeader,
  { effect, line, lines, rowId }: SaleEffect,
): PieceTerms | GiftTerms | PointsTerms | MaterialTerms | null => {
  if (effect.custodian === BALANCE) return null;
  if (effect.custodian === POINTS) return pointsTerms(lines);
  if (effect.custodian === OLD_MATERIAL) return materialTerms({ shopId, customerId }, lines);
  switch (line.list) {
    case 'goods':
      return { move: 'sale', shopId, amountFen: line.amountFen, soldWeightMg: line.sellWeightMg };
    case 'change':
      return customerReturnTerms(shopId, line, rowId);
    case 'gift':
      return { move: 'issue' };
    // Old material was told of above.
    case 'recycle':
    case 'clean':
      return null;
  }
};

const storedSale = storedBy(SaleEvent);
export const saleDocument: DocumentSpec<SaleHeader, SaleLine> = {
  kind: saleManifest.kind,
  name: 'Sale',
  lists: {
    [GOODS_LIST]: { path: 'sellGoodsList', field: 'barcode' },
    [CHANGE_LIST]: { path: 'sellChangeList', field: 'barcode' },
    [RECYCLE_LIST]: { path: 'sellRecycleList', field: 'fineness' },
    [SALE_GIFT_LIST]: { path: 'sellGiftList', field: 'barcode' },
    [CLEAN_LIST]: { path: 'sellCleanList', field: 'type' },
    [PAYMENT_LIST]: { path: 'sellBalanceList', field: 'amount' },
  },
  values: { header: SaleHeader, line: SaleLine },
  sums: [
    { label: '合计件数', kind: 'documentPieces', of: piecesOf },
    { label: '合计重量', kind: 'documentWeight', of: weightOf },
  ],
  stream: saleStream,
  parse: ({ type, data, meta }) => ({ ...storedSale({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: ({ soldOn }) => soldOn,
  dayField: 'sellAt',
  effectsOf,
  // What the customer pays leaves the account; what the shop pays goes there (R79).
  headerEffectsOf: ({ customerId, payments }) => paymentEffects(customerId, payments, 'out'),
  termsOf,
};
