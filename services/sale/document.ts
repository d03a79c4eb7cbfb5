/** A sale as the saga sees it: pieces leave their shop for money. What a line moves is said list by list. */
import { GOODS_LIST } from '../contracts/document.ts';
import type { DocumentSpec, EffectOf } from '../documents/spec.ts';
import { giftEffect, type GiftTerms } from '../gift/contract.ts';
import { pieceEffect, type PieceTerms } from '../goods/contract.ts';
import type { LineEffect } from '../documents/plan.ts';
import { RECYCLE_LIST, broughtTerms, materialEffect, type MaterialTerms } from '../old-material/contract.ts';
import { POINTS, pointsEffects, type PointsTerms } from '../points/contract.ts';
import { CHANGE_LIST, CLEAN_LIST, SALE_GIFT_LIST, SaleEvent, saleStream, SaleHeader, SaleLine } from './contract.ts';
import { saleManifest } from './manifest.ts';

const piecesOf = (line: SaleLine): number => (line.list === GOODS_LIST ? line.quantity : 0);
const weightOf = (line: SaleLine): number => (line.list === GOODS_LIST ? line.sellWeightMg : 0);
const effectsOf = ({ shopId, customerId }: SaleHeader, line: SaleLine): readonly LineEffect[] => {
  switch (line.list) {
    case 'goods':
      return [pieceEffect(line.barcode, 'out', line.quantity, shopId), ...pointsEffects(customerId, 'in', line.points)];
    case 'change':
      return [pieceEffect(line.barcode, 'in', line.quantity, shopId), ...pointsEffects(customerId, 'out', line.points)];
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
/** Pieces and gifts have the terms of the first line of their effect, points and old material of all. */
const termsOf = (
  { shopId, customerId }: SaleHeader,
  { effect, line, lines, rowId }: SaleEffect,
): PieceTerms | GiftTerms | PointsTerms | MaterialTerms | null => {
  if (effect.custodian === POINTS) return pointsTerms(lines);
  switch (line.list) {
    case 'goods':
      return { move: 'sale', shopId, amountFen: line.amountFen, soldWeightMg: line.sellWeightMg };
    case 'change':
      return { move: 'customer-return', shopId, saleKey: line.saleKey, refundFen: line.refundFen, rowId };
    case 'recycle':
      return broughtTerms({ shopId, customerId, fineness: line.fineness, source: 'order' }, lines);
    case 'gift':
      return { move: 'issue' };
    case 'clean':
      return null;
  }
};

export const saleDocument: DocumentSpec<SaleHeader, SaleLine> = {
  kind: saleManifest.kind,
  name: 'Sale',
  lists: {
    [GOODS_LIST]: { path: 'sellGoodsList', field: 'barcode' },
    [CHANGE_LIST]: { path: 'sellChangeList', field: 'barcode' },
    [RECYCLE_LIST]: { path: 'sellRecycleList', field: 'fineness' },
    [SALE_GIFT_LIST]: { path: 'sellGiftList', field: 'barcode' },
    [CLEAN_LIST]: { path: 'sellCleanList', field: 'type' },
  },
  values: { header: SaleHeader, line: SaleLine },
  sums: [
    { label: '合计件数', kind: 'documentPieces', of: piecesOf },
    { label: '合计重量', kind: 'documentWeight', of: weightOf },
  ],
  stream: saleStream,
  parse: ({ type, data, meta }) => ({ ...SaleEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: ({ soldOn }) => soldOn,
  effectsOf,
  termsOf,
};
