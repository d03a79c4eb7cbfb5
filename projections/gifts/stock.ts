/** gift_stock: what each shop has of each gift, every state kept for "as of". */
import type { Recorded } from 'services/event-store/port';
import { GIFT_EVENT_TYPES, giftStockOf, type GiftAttributes, type GiftEvent } from 'services/gift/contract';
import { heldQuantity, pairedWith, type PieceHold } from 'services/goods/contract';
import { exact } from '../platform/projection/exact-sum.ts';
import { keyed, type Row } from '../platform/projection/projection.ts';
import { isMoving, movementOf } from './movements.ts';

type Holds = Readonly<Record<string, PieceHold>>;
/** Stock-ins that stand, in their order: the last one says what the gift is. */
type Arrivals = readonly { readonly key: string; readonly gift: GiftAttributes }[];
export type GiftStockRow = Row & {
  readonly stock_id: string;
  readonly shop_id: number;
  readonly barcode: string;
  readonly from_position: number;
  readonly to_position: number | null;
  readonly in_num: number;
  readonly out_num: number;
  readonly on_hand: number;
  readonly held: number;
  readonly cost_fen: number;
  readonly gift_id: number;
  readonly name: string;
  readonly style_no: string;
  readonly measure: string;
  readonly spec: string;
  readonly points_centi: number;
  readonly price_fen: number;
  readonly last_moved_at: string | null;
  readonly holds: Holds;
  readonly arrivals: Arrivals;
};
type Rows = readonly GiftStockRow[];

const nextHolds = (holds: Holds, { type, data }: GiftEvent): Holds => {
  const without = (...keys: readonly string[]): Holds =>
    Object.fromEntries(Object.entries(holds).filter(([key]) => !keys.includes(key)));
  const posted = (key: string): Holds => without(key, ...pairedWith(Object.entries(holds), key));
  switch (type) {
    case 'GiftHeld': {
      const { key, shopId, quantity, replaces } = data;
      return { ...holds, [key]: { shopId, quantity, ...(replaces !== undefined && { replaces }) } };
    }
    case 'GiftHoldReleased':
      return without(data.key);
    case 'GiftIssued':
      return posted(data.key);
    case 'GiftReceiptReversed':
      return posted(data.claimKey);
    case 'GiftIssueReversed':
      return { ...holds, [data.holdKey]: { shopId: data.shopId, quantity: data.quantity } };
    default:
      return holds;
  }
};
const nextArrivals = (arrivals: Arrivals, { type, data }: GiftEvent): Arrivals => {
  if (type === 'GiftReceived') return [...arrivals, { key: data.key, gift: data.gift }];
  if (type === 'GiftReceiptReversed') return arrivals.filter(({ key }) => key !== data.receivedKey);
  return arrivals;
};

const EMPTY = {
  in_num: 0,
  out_num: 0,
  on_hand: 0,
  held: 0,
  cost_fen: 0,
  gift_id: 0,
  name: '',
  style_no: '',
  measure: '',
  spec: '',
  points_centi: 0,
  price_fen: 0,
  last_moved_at: null,
  holds: {},
  arrivals: [],
} as const;
const described = (gift: GiftAttributes | undefined) =>
  gift === undefined
    ? {}
    : {
        gift_id: gift.giftId,
        name: gift.name,
        style_no: gift.styleNo,
        measure: gift.measure,
        spec: gift.spec,
        points_centi: gift.pointsCenti,
        price_fen: gift.priceFen,
      };
const moved = (
  row: Pick<GiftStockRow, 'in_num' | 'out_num' | 'on_hand' | 'cost_fen'>,
  event: GiftEvent,
  at: string,
) => {
  if (!isMoving(event)) return {};
  const { inNum, outNum, costFen } = movementOf(event);
  return {
    in_num: exact(row.in_num + inNum),
    out_num: exact(row.out_num + outNum),
    on_hand: exact(row.on_hand + inNum - outNum),
    cost_fen: exact(row.cost_fen + costFen),
    last_moved_at: at,
  };
};

/** What is to come, and what is only claimed, changes no stock. */
const QUIET: readonly GiftEvent['type'][] = ['GiftExpected', 'GiftIssueClaimed'];
const fold = (rows: Rows, recorded: Recorded): Rows => {
  const event = recorded as unknown as GiftEvent;
  if (QUIET.includes(event.type)) return rows;
  const open = rows.find((row) => row.to_position === null);
  // Nothing can be let go, or taken back, of what never came.
  if (open === undefined && event.type !== 'GiftReceived') return rows;
  const { shopId, barcode } = event.data;
  const before = open ?? {
    ...EMPTY,
    stock_id: giftStockOf(recorded.stream),
    shop_id: shopId,
    barcode,
    to_position: null,
  };
  const holds = nextHolds(before.holds as Holds, event);
  const arrivals = nextArrivals(before.arrivals as Arrivals, event);
  const next: GiftStockRow = {
    ...before,
    ...moved(before, event, recorded.meta.at),
    ...described(arrivals.at(-1)?.gift),
    from_position: recorded.position,
    held: exact(heldQuantity(Object.values(holds), shopId, (key) => holds[key])),
    holds,
    arrivals,
  };
  const ended = rows.map((row) =>
    row === open ? { ...row, to_position: recorded.position, holds: {}, arrivals: [] } : row,
  );
  return [...ended, next];
};

export default keyed<GiftStockRow>({
  name: 'gift-stock',
  version: 2,
  ddl: `
    -- The open row (to_position null) is now.
    CREATE TABLE gift_stock (
      stock_id text NOT NULL,
      shop_id {partnerId} NOT NULL,
      barcode text NOT NULL,
      from_position {position} NOT NULL,
      to_position {position},
      in_num {documentPieces} NOT NULL,
      out_num {documentPieces} NOT NULL,
      on_hand {documentPieces} NOT NULL,
      held {documentPieces} NOT NULL,
      cost_fen {documentMoney} NOT NULL,
      gift_id {id} NOT NULL,
      name text NOT NULL,
      style_no text NOT NULL,
      measure text NOT NULL,
      spec text NOT NULL,
      points_centi {giftPoints} NOT NULL,
      price_fen {unitPrice} NOT NULL,
      last_moved_at {moment},
      holds jsonb NOT NULL,
      arrivals jsonb NOT NULL,
      PRIMARY KEY (stock_id, from_position)
    );
    -- In the report's order, what stands now.
    CREATE INDEX gift_stock_now ON gift_stock (barcode, shop_id) WHERE to_position IS NULL;
    CREATE INDEX gift_stock_shop ON gift_stock (shop_id, barcode) WHERE to_position IS NULL;
    -- What stood at a moment and stands no more.
    CREATE INDEX gift_stock_life ON gift_stock USING gist (int8range(from_position, to_position))
      WHERE to_position IS NOT NULL;`,
  table: 'gift_stock',
  events: GIFT_EVENT_TYPES,
  key: 'stock_id',
  identity: ['stock_id', 'from_position'],
  reads: { where: 'to_position is null' },
  keyOf: ({ stream }) => giftStockOf(stream),
  fold,
});
