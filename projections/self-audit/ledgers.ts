/** What adds up event by event: old material, gifts, points and stored value. */
import type { BalanceEvent } from 'services/balance/contract';
import type { GiftEvent } from 'services/gift/contract';
import { OLD_MATERIAL_EVENT_TYPES, lotNo, type OldMaterialEvent } from 'services/old-material/contract';
import type { PointsEvent } from 'services/points/contract';
import { adding, type Counter, type Emit } from './counting.ts';

type LotData = Extract<OldMaterialEvent, { type: 'OldMaterialReceived' | 'OldMaterialWithdrawn' }>['data'];
const lot = (data: LotData, sign: 1 | -1, emit: Emit): void => {
  const { shopId: shop, lotId, source, weightMg, netWeightMg, priceFen, handedIn } = data;
  const key = lotNo(lotId);
  const left = { leftWeight: sign * weightMg, leftNetWeight: sign * netWeightMg, leftPrice: sign * priceFen };
  emit({ report: 'recycle-stock', shop, key, figures: left });
  if (source !== 'order' && source !== 'recycle') return;
  const figures = {
    weight: sign * weightMg,
    netWeight: sign * netWeightMg,
    price: sign * priceFen,
    stoneCt: sign * (handedIn?.mainStoneCaratMilli ?? 0),
    secondCt: sign * (handedIn?.sideStoneCaratMilli ?? 0),
  };
  emit({ report: 'sell-recycle', shop, key, figures });
};
/** Which way the metal of a lot goes where it neither comes nor goes with the lot itself. */
const MATERIAL_WAYS = {
  OldMaterialTaken: -1,
  OldMaterialReturned: 1,
  OldMaterialLost: -1,
  OldMaterialGained: 1,
  OldMaterialLossReversed: 1,
  OldMaterialGainReversed: -1,
} as const;
type MaterialMove = Extract<OldMaterialEvent, { type: keyof typeof MATERIAL_WAYS }>;
const isMaterialMove = (event: OldMaterialEvent): event is MaterialMove => Object.hasOwn(MATERIAL_WAYS, event.type);
const material = adding(OLD_MATERIAL_EVENT_TYPES, (recorded, emit) => {
  const event = recorded as unknown as OldMaterialEvent;
  const { type, data } = event;
  if (type === 'OldMaterialReceived') lot(data, 1, emit);
  if (type === 'OldMaterialWithdrawn') lot(data, -1, emit);
  if (!isMaterialMove(event)) return;
  const sign = MATERIAL_WAYS[event.type];
  const { shopId: shop, lotId, weightMg, netWeightMg, costFen } = event.data;
  const figures = { leftWeight: sign * weightMg, leftNetWeight: sign * netWeightMg, leftPrice: sign * costFen };
  emit({ report: 'recycle-stock', shop, key: lotNo(lotId), figures });
});

/** Which way pieces and cost go, and what is counted on which side: a reversal takes back what its movement counted. */
const GIFTS = {
  GiftReceived: { way: 1, side: 'inNum' },
  GiftReceiptReversed: { way: -1, side: 'inNum' },
  GiftIssued: { way: -1, side: 'outNum' },
  GiftIssueReversed: { way: 1, side: 'outNum' },
} as const;
const isMoved = (type: string): type is keyof typeof GIFTS => Object.hasOwn(GIFTS, type);
const gifts = adding(Object.keys(GIFTS), (recorded, emit) => {
  const { type, data } = recorded as unknown as Extract<GiftEvent, { type: keyof typeof GIFTS }>;
  if (!isMoved(type)) return;
  const { way, side } = GIFTS[type];
  const { shopId: shop, barcode: key, quantity, costFen } = data;
  const counted = { [side]: side === 'inNum' ? way * quantity : -way * quantity };
  emit({ report: 'gift-turnover', shop, key, figures: { ...counted, num: way * quantity, cost: way * costFen } });
});

const POINTS = [
  'PointsPosted',
  'PointsPostingReversed',
  'PointsCorrected',
  'PointsHandedOver',
  'PointsTakenOver',
] as const;
type PointsMoved = Extract<PointsEvent, { type: (typeof POINTS)[number] }>;
const pointsOf = ({ type, data }: PointsMoved): number => {
  switch (type) {
    case 'PointsPosted':
      return data.earned - data.spent - data.takenBack;
    case 'PointsPostingReversed':
      return data.spent + data.takenBack - data.earned;
    case 'PointsHandedOver':
      return -data.points;
    case 'PointsCorrected':
    case 'PointsTakenOver':
      return data.points;
  }
};
const points = adding(POINTS, (recorded, emit) => {
  const event = recorded as unknown as PointsMoved;
  const moved = pointsOf(event);
  const figures = { points: moved, balance: moved };
  emit({ report: 'points', shop: 0, key: String(event.data.customerId), figures });
});

const VALUE = [
  'BalancePosted',
  'BalancePostingReversed',
  'BalanceHandedOver',
  'BalanceTakenOver',
  'BalanceHandOverUndone',
] as const;
type ValueMoved = Extract<BalanceEvent, { type: (typeof VALUE)[number] }>;
const valueOf = ({ type, data }: ValueMoved): number => {
  if (type === 'BalancePosted') return data.addedFen - data.takenFen;
  if (type === 'BalancePostingReversed') return data.takenFen - data.addedFen;
  const carried = data.moved.reduce((sum, { amountFen }) => sum + amountFen, 0);
  return type === 'BalanceHandedOver' ? -carried : carried;
};
const value = adding(VALUE, (recorded, emit) => {
  const event = recorded as unknown as ValueMoved;
  const moved = valueOf(event);
  emit({
    report: 'stored-value',
    shop: 0,
    key: String(event.data.customerId),
    figures: { amount: moved, balance: moved },
  });
});

export const ledgerCounters: readonly Counter[] = [material, gifts, points, value];
