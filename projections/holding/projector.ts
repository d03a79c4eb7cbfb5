/** holding: stock per barcode and shop with the log positions between which it stood; the ground of every "as of". */
import { GOODS_EVENT_TYPES, heldQuantity, pairedWith, type GoodsEvent, type PieceHold } from 'services/goods/contract';
import type { Recorded } from 'services/event-store/port';
import { keyed, type Row } from '../platform/projection/projection.ts';

type HoldingRow = Row & {
  readonly barcode: string;
  readonly shop_id: number;
  readonly from_position: number;
  readonly to_position: number | null;
  readonly on_hand: number;
  readonly held: number;
  readonly holds: Holds;
};
type Holds = Readonly<Record<string, PieceHold>>;
type Rows = readonly HoldingRow[];
type Change = {
  readonly shopId: number;
  readonly onHand: number;
  readonly held?: { readonly key: string; readonly quantity: number; readonly replaces?: string };
  /** Key of a hold that was let go. */
  readonly released?: string;
  /** Key of a hold that was posted: its pair ends with it. */
  readonly consumed?: string;
  /** Key of a hold that stays, while its pair ends. */
  readonly kept?: string;
};

const takenBy = ({ key, quantity, replaces }: Extract<GoodsEvent, { type: 'GoodsHeld' }>['data']) => ({
  key,
  quantity,
  ...(replaces !== undefined && { replaces }),
});

type InspectionEvent = Extract<
  GoodsEvent,
  { type: 'GoodsInspected' | 'GoodsInspectionReversed' | 'GoodsHoldHandedOver' }
>;
/** What an inspection does to holds. */
const inspecting = ({ type, data }: InspectionEvent): Omit<Change, 'shopId' | 'onHand'> => {
  switch (type) {
    case 'GoodsInspected':
      return data.result === 'passed' || data.melted !== undefined ? { consumed: data.key } : { kept: data.key };
    case 'GoodsInspectionReversed':
      return {
        consumed: data.claimKey,
        released: data.inspectedKey,
        held: { key: data.holdKey, quantity: data.quantity },
      };
    case 'GoodsHoldHandedOver':
      return { released: data.from, held: { key: data.to, quantity: data.quantity } };
  }
};

type Movement = Extract<
  GoodsEvent,
  {
    type:
      | `GoodsReceipt${'Audited' | 'Reversed'}`
      | `GoodsTransfer${string}`
      | 'GoodsSold'
      | 'GoodsReturnedToSupplier'
      | 'GoodsWrittenOff'
      | `Goods${'Sale' | 'SupplierReturn' | 'WriteOff'}Reversed`
      | `GoodsCustomerReturn${'ed' | 'Reversed'}`
      | 'GoodsFound'
      | 'GoodsFindReversed';
  }
>;
const arrived = (shopId: number, quantity: number): Change => ({ shopId, onHand: quantity });
const departed = (shopId: number, quantity: number, consumed: string): Change => ({
  shopId,
  onHand: -quantity,
  consumed,
});
const cameBack = (shopId: number, quantity: number, holdKey: string): Change => ({
  shopId,
  onHand: quantity,
  held: { key: holdKey, quantity },
});
const movementsOf = ({ type, data }: Movement): readonly Change[] => {
  switch (type) {
    case 'GoodsCustomerReturned':
      return data.goesTo === 'old-material' ? [] : [arrived(data.shopId, data.quantity)];
    case 'GoodsReceiptAudited':
    case 'GoodsFound':
      return [arrived(data.shopId, data.quantity)];
    case 'GoodsReceiptReversed':
      return [{ shopId: data.shopId, onHand: -data.quantity }];
    case 'GoodsTransferred':
      return [departed(data.fromShopId, data.quantity, data.key), arrived(data.toShopId, data.quantity)];
    case 'GoodsTransferReversed':
      return [
        departed(data.toShopId, data.quantity, data.claimKey),
        cameBack(data.fromShopId, data.quantity, data.holdKey),
      ];
    case 'GoodsCustomerReturnReversed':
      return data.goesTo === 'old-material' ? [] : [departed(data.shopId, data.quantity, data.claimKey)];
    case 'GoodsFindReversed':
      return [departed(data.shopId, data.quantity, data.claimKey)];
    case 'GoodsSold':
    case 'GoodsReturnedToSupplier':
    case 'GoodsWrittenOff':
      return [departed(data.shopId, data.quantity, data.key)];
    case 'GoodsSaleReversed':
    case 'GoodsSupplierReturnReversed':
    case 'GoodsWriteOffReversed':
      return [cameBack(data.shopId, data.quantity, data.holdKey)];
  }
};

/** What an event does to the holdings of its barcode. Released keys name no shop of their own when nothing was held. */
const changesOf = (event: GoodsEvent): readonly Change[] => {
  switch (event.type) {
    case 'GoodsHeld':
      return [{ shopId: event.data.shopId, onHand: 0, held: takenBy(event.data) }];
    case 'GoodsHoldReleased':
      return event.data.shopId === null ? [] : [{ shopId: event.data.shopId, onHand: 0, released: event.data.key }];
    case 'GoodsInspected':
    case 'GoodsInspectionReversed':
    case 'GoodsHoldHandedOver':
      return [{ shopId: event.data.shopId, onHand: meltedBy(event), ...inspecting(event) }];
    case 'GoodsReceived':
    case 'GoodsReceiptCorrected':
    case 'GoodsReceiptWithdrawn':
    case 'GoodsSaleClaimed':
    case 'GoodsSaleClaimReleased':
    case 'GoodsSupplierReturnClaimed':
    case 'GoodsSupplierReturnClaimReleased':
    case 'GoodsWriteOffClaimed':
    case 'GoodsWriteOffClaimReleased':
    case 'GoodsFindExpected':
    case 'GoodsLabelRenewed':
      return [];
    default:
      return movementsOf(event);
  }
};

/** Pieces of a return leave the shelf when they are judged to be old material, and come back with the reversal. */
const meltedBy = ({ type, data }: InspectionEvent): number => {
  if (type === 'GoodsHoldHandedOver' || data.melted === undefined) return 0;
  return type === 'GoodsInspected' ? -data.quantity : data.quantity;
};

const nextHolds = (holds: Holds, { shopId, held, released, consumed, kept }: Change): Holds => {
  const gone = released === undefined ? [] : [released];
  if (consumed !== undefined) gone.push(consumed, ...pairedWith(Object.entries(holds), consumed));
  if (kept !== undefined) gone.push(...pairedWith(Object.entries(holds), kept));
  const left =
    gone.length === 0 ? holds : Object.fromEntries(Object.entries(holds).filter(([key]) => !gone.includes(key)));
  if (held === undefined) return left;
  const { key, ...part } = held;
  return { ...left, [key]: { shopId, ...part } };
};

const changed = (rows: Rows, change: Change, event: Recorded): Rows => {
  const open = rows.find((row) => row.shop_id === change.shopId && row.to_position === null);
  const holds = nextHolds(open?.holds ?? {}, change);
  const next: HoldingRow = {
    barcode: event.data.barcode as string,
    shop_id: change.shopId,
    from_position: event.position,
    to_position: null,
    on_hand: (open?.on_hand ?? 0) + change.onHand,
    held: heldQuantity(Object.values(holds), change.shopId, (key) => holds[key]),
    holds,
  };
  // From a shop to itself: what one event makes in between never stood.
  const kept = rows
    .map((row) => (row === open ? { ...row, to_position: event.position } : row))
    .filter((row) => row.from_position !== row.to_position);
  return [...kept, next];
};

export default keyed<HoldingRow>({
  name: 'holding',
  version: 5,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'holding',
  events: GOODS_EVENT_TYPES,
  key: 'barcode',
  identity: ['barcode', 'shop_id', 'from_position'],
  reads: { where: 'to_position is null' },
  keyOf: (event) => event.data.barcode as string,
  fold: (rows, event) =>
    changesOf(event as unknown as GoodsEvent).reduce<Rows>((before, change) => changed(before, change, event), rows),
});
