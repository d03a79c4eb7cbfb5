/** What a piece's stream remembers (R1). */
import type { ReleasedKeys } from '../contracts/released-keys.ts';
import type { Claimable } from './claims.ts';
import type { GoodsEvent, Holder, InspectionResult } from './events.ts';
import { heldQuantity } from './piece-holds.ts';
import type { DepartureWay } from './piece-commands.ts';

/** A goods event as the log gives it: decided ones carry no meta yet. */
export type GoodsFact = GoodsEvent & { readonly meta?: { readonly userName: string; readonly at: string } };
export type Data<Type extends GoodsEvent['type']> = Extract<GoodsEvent, { type: Type }>['data'];
/** A receipt record in full. */
export type Receipt = Data<'GoodsReceived'>;

/** What one shop has: pieces on hand, the row that brought them last, the cost of one there. Kept at 0 on hand. */
export type Holding = {
  readonly onHand: number;
  readonly unitCostFen: number;
  /** Rows that brought pieces here, oldest first, each with the unit cost that stood before it came. */
  readonly arrivals: readonly { readonly rowId: number; readonly costBeforeFen: number }[];
};
export type Hold = {
  readonly shopId: number;
  readonly quantity: number;
  readonly holder: Holder;
  readonly by: string;
  readonly at: string;
  /** The hold it stands in for (see withheld-house.ts). */
  readonly replaces?: string | undefined;
  readonly cause?: string | undefined;
  readonly backOf?: number | undefined;
  /** The inspection whose hold it took over, by key: it goes back there when it is let go. */
  readonly takenFrom?: string | undefined;
};
/** Pieces that turned up beyond the books: announced by a pending write-up, or found by an audited one. */
type Find = {
  readonly shopId: number;
  readonly quantity: number;
  readonly by: string;
  readonly at: string;
  readonly cause?: string | undefined;
  /** Keys of the write-offs that stood when it was announced: what was lost then may be what was found. */
  readonly covers: readonly string[];
};
export type ExpectedFind = Find & { readonly holder: Holder };
export type FindState = Find & Data<'GoodsFound'> & { readonly reversed: boolean };
/** `takenBy`: who has the pieces that did not pass. */
export type Inspection = Data<'GoodsInspected'> & { readonly reversed: boolean; readonly takenBy: Holder | null };
type Transfer = Data<'GoodsTransferred'> & { readonly reversed: boolean };
type DepartureState =
  | ({ readonly way: 'sale' } & Data<'GoodsSold'>)
  | ({ readonly way: 'supplier-return' } & Data<'GoodsReturnedToSupplier'>)
  | ({ readonly way: 'write-off' } & Data<'GoodsWrittenOff'>);
/** What customers brought back. */
export type CustomerReturn = Data<'GoodsCustomerReturned'> & {
  readonly reversed: boolean;
  /** Its label tells what it weighs now. */
  readonly labelled?: true;
};
/** Pieces that left the chain, and who is about to take them back. */
export type Departure = DepartureState &
  Pick<Claimable, 'claims' | 'returned'> & {
    readonly by: string;
    readonly at: string;
    readonly reversed: boolean;
  };
type CameBack = (Data<'GoodsSaleReversed'> | Data<'GoodsSupplierReturnReversed'> | Data<'GoodsWriteOffReversed'>) & {
  readonly postedKey: string;
};

export type GoodsState = {
  readonly stage: 'none' | 'pending' | 'audited' | 'withdrawn';
  readonly receipt: Receipt | null;
  /** The record as first received: a repeated creation is told from another one by it, also after corrections. */
  readonly firstReceipt: Receipt | null;
  /** The pending receipt comes from a reversed posting. */
  readonly reversed: boolean;
  readonly withdrawnIds: ReadonlySet<number>;
  readonly holdings: ReadonlyMap<number, Holding>;
  readonly holds: ReadonlyMap<string, Hold>;
  /** Keys of holds and claims that were let go, and when, for 30 days: a late command with such a key is refused. */
  readonly released: ReleasedKeys;
  /** Holds that became a movement, by key. */
  readonly consumed: ReadonlyMap<string, Hold>;
  readonly transfers: ReadonlyMap<string, Transfer>;
  /** By the key they were posted under, in their order. */
  readonly departures: ReadonlyMap<string, Departure>;
  /** Finds of pending write-ups, and those that were posted, by key. */
  readonly expected: ReadonlyMap<string, ExpectedFind>;
  readonly found: ReadonlyMap<string, FindState>;
  /** By the key they were posted under, in their order. */
  readonly inspections: ReadonlyMap<string, Inspection>;
  /** By the key they were posted under, in their order. */
  readonly customerReturns: ReadonlyMap<string, CustomerReturn>;
  /** Reversals done, by claim key. */
  readonly reversals: ReadonlyMap<
    string,
    | Data<'GoodsTransferReversed'>
    | Data<'GoodsFindReversed'>
    | Data<'GoodsInspectionReversed'>
    | Data<'GoodsCustomerReturnReversed'>
    | CameBack
  >;
};

export const initial: GoodsState = {
  stage: 'none',
  receipt: null,
  firstReceipt: null,
  reversed: false,
  withdrawnIds: new Set(),
  holdings: new Map(),
  holds: new Map(),
  released: new Map(),
  consumed: new Map(),
  transfers: new Map(),
  departures: new Map(),
  expected: new Map(),
  found: new Map(),
  inspections: new Map(),
  customerReturns: new Map(),
  reversals: new Map(),
};

export const heldIn = (state: GoodsState, shopId: number): number =>
  heldQuantity(state.holds.values(), shopId, (key) => state.holds.get(key));
export const onHandIn = (state: GoodsState, shopId: number): number => state.holdings.get(shopId)?.onHand ?? 0;
export const freeIn = (state: GoodsState, shopId: number): number => onHandIn(state, shopId) - heldIn(state, shopId);
/** The row that brought what is in the shop (R40). */
export const rowIdIn = (state: GoodsState, shopId: number): number =>
  state.holdings.get(shopId)?.arrivals.at(-1)?.rowId ?? state.receipt?.receiptId ?? 0;

/** Departures of one way with their keys, in their order. */
export const departuresBy = <Way extends DepartureWay>(
  { departures }: Pick<GoodsState, 'departures'>,
  way: Way,
): readonly (readonly [string, Departure & { readonly way: Way }])[] =>
  [...departures].filter((entry): entry is [string, Departure & { readonly way: Way }] => entry[1].way === way);

/** What did not pass for that reason, lies in that shop, and nobody has taken over or claimed. */
export const offeredIn = (
  { inspections, holds }: Pick<GoodsState, 'inspections' | 'holds'>,
  shopId: number,
  result: InspectionResult,
): Inspection | undefined => {
  const claimed = new Set([...holds.values()].map(({ replaces }) => replaces));
  return [...inspections.values()].find(
    (one) => one.result === result && one.shopId === shopId && holds.has(one.key) && !claimed.has(one.key),
  );
};

type Some = { readonly shopId: number; readonly quantity: number };
/** What is held or expected, as it enters or leaves the books. */
export const withCost = (state: GoodsState, some: Some | undefined): (Some & { unitCostFen: number }) | undefined =>
  some && {
    shopId: some.shopId,
    quantity: some.quantity,
    unitCostFen: state.holdings.get(some.shopId)?.unitCostFen ?? 0,
  };
