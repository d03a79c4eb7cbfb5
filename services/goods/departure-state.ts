/** How what leaves the chain, and what is claimed of it and comes back, changes a piece. Pure; never refuses. */
import { UNCLAIMED, withClaim, withoutClaim, type ClaimPurpose } from './claims.ts';
import { consume } from './hold-endings.ts';
import type { GoodsEvent, Holder } from './events.ts';
import { defined, put } from '../contracts/maps.ts';
import { arrive, depart } from './on-hand.ts';
import { releasing } from '../contracts/released-keys.ts';
import type { Data, Departure, GoodsState } from './state.ts';

type Meta = { readonly by: string; readonly at: string };
type Leaving = Data<'GoodsSold'> | Data<'GoodsReturnedToSupplier'> | Data<'GoodsWrittenOff'>;
type Coming = Data<'GoodsSaleReversed'> | Data<'GoodsSupplierReturnReversed'> | Data<'GoodsWriteOffReversed'>;
/** The hold becomes a departure: gone from the shop. */
const gone = (state: GoodsState, data: Leaving, departure: Departure): GoodsState => ({
  ...state,
  ...consume(state, data.key, departure.at),
  holdings: put(state.holdings, data.shopId, depart(state.holdings.get(data.shopId), data.quantity)),
  departures: put(state.departures, data.key, departure),
});
const onDeparture = (state: GoodsState, key: string, change: (before: Departure) => Departure) => {
  const before = state.departures.get(key);
  return before === undefined ? state.departures : put(state.departures, key, change(before));
};
type Claiming = {
  readonly claimKey: string;
  readonly holder: Holder;
  readonly purpose?: ClaimPurpose;
  /** null: all of it, as claims of before said nothing. */
  readonly quantity?: number | null;
  readonly replaces?: string | undefined;
};
const claimed = (
  state: GoodsState,
  key: string,
  { claimKey, holder, purpose = 'reversal', quantity = null, replaces }: Claiming,
  meta: Meta,
): GoodsState => ({
  ...state,
  departures: onDeparture(state, key, (left) =>
    withClaim(left, claimKey, {
      quantity: quantity ?? left.quantity,
      purpose,
      holder,
      ...meta,
      ...defined({ replaces }),
    }),
  ),
});
const unclaimed = (
  state: GoodsState,
  key: string,
  { claimKey }: { readonly claimKey: string },
  { at }: Meta,
): GoodsState => ({
  ...state,
  released: releasing(state.released, [claimKey], at),
  departures: onDeparture(state, key, (left) => withoutClaim(left, claimKey)),
});
/** A departure is undone: back at the cost it left at, held again. */
const cameBack = (state: GoodsState, postedKey: string, data: Coming, meta: Meta): GoodsState => {
  const { shopId, quantity, holder, unitCostFen } = data;
  const { cause: settled, takenFrom } = state.consumed.get(postedKey) ?? {};
  const kept = defined({ cause: settled, takenFrom });
  return {
    ...state,
    holdings: put(state.holdings, shopId, arrive(state.holdings.get(shopId), quantity, unitCostFen)),
    holds: put(state.holds, data.holdKey, { shopId, quantity, holder, ...meta, ...kept }),
    reversals: put(state.reversals, data.claimKey, { ...data, postedKey }),
    departures: onDeparture(state, postedKey, (left) => ({ ...left, ...UNCLAIMED, reversed: true })),
  };
};
type DepartureFact = Extract<
  GoodsEvent,
  {
    type:
      | 'GoodsSold'
      | 'GoodsSaleClaimed'
      | 'GoodsSaleClaimReleased'
      | 'GoodsSaleReversed'
      | 'GoodsReturnedToSupplier'
      | 'GoodsSupplierReturnClaimed'
      | 'GoodsSupplierReturnClaimReleased'
      | 'GoodsSupplierReturnReversed'
      | 'GoodsWrittenOff'
      | 'GoodsWriteOffClaimed'
      | 'GoodsWriteOffClaimReleased'
      | 'GoodsWriteOffReversed';
  }
>;
export const evolveDeparture = (state: GoodsState, { type, data }: DepartureFact, meta: Meta): GoodsState => {
  const stands = { ...meta, ...UNCLAIMED, reversed: false };
  switch (type) {
    case 'GoodsSold':
      return gone(state, data, { way: 'sale', ...data, ...stands });
    case 'GoodsReturnedToSupplier':
      return gone(state, data, { way: 'supplier-return', ...data, ...stands });
    case 'GoodsWrittenOff':
      return gone(state, data, { way: 'write-off', ...data, ...stands });
    case 'GoodsSaleClaimed':
      return claimed(state, data.saleKey, data, meta);
    case 'GoodsSupplierReturnClaimed':
      return claimed(state, data.returnKey, data, meta);
    case 'GoodsWriteOffClaimed':
      return claimed(state, data.writeOffKey, data, meta);
    case 'GoodsSaleClaimReleased':
      return unclaimed(state, data.saleKey, data, meta);
    case 'GoodsSupplierReturnClaimReleased':
      return unclaimed(state, data.returnKey, data, meta);
    case 'GoodsWriteOffClaimReleased':
      return unclaimed(state, data.writeOffKey, data, meta);
    case 'GoodsSaleReversed':
      return cameBack(state, data.saleKey, data, meta);
    case 'GoodsSupplierReturnReversed':
      return cameBack(state, data.returnKey, data, meta);
    case 'GoodsWriteOffReversed':
      return cameBack(state, data.writeOffKey, data, meta);
  }
};
