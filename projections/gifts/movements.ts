/** What moves the stock of a gift, as the ledger and the report read it. Pure. */
import type { GiftEvent } from 'services/gift/contract';

type Moving = Extract<GiftEvent, { type: 'GiftReceived' | 'GiftReceiptReversed' | 'GiftIssued' | 'GiftIssueReversed' }>;
/** Signed; a reversal takes back what was counted (R7). */
export type GiftMovement = {
  readonly billType: string;
  readonly inNum: number;
  readonly outNum: number;
  readonly costFen: number;
};
export const GIFT_MOVEMENTS: readonly Moving['type'][] = [
  'GiftReceived',
  'GiftReceiptReversed',
  'GiftIssued',
  'GiftIssueReversed',
];
export const isMoving = (event: GiftEvent): event is Moving => GIFT_MOVEMENTS.some((type) => type === event.type);
export const movementOf = ({ type, data: { quantity, costFen } }: Moving): GiftMovement => {
  switch (type) {
    case 'GiftReceived':
      return { billType: '赠品入库', inNum: quantity, outNum: 0, costFen };
    case 'GiftReceiptReversed':
      return { billType: '赠品入库（反审核）', inNum: -quantity, outNum: 0, costFen: -costFen };
    case 'GiftIssued':
      return { billType: '赠品出库', inNum: 0, outNum: quantity, costFen: -costFen };
    case 'GiftIssueReversed':
      return { billType: '赠品出库（反审核）', inNum: 0, outNum: -quantity, costFen };
  }
};
