/** Random commands seldom name something that exists: these point at what the state holds. */
import type { GoodsCommand } from '../decider.ts';
import { offeredIn, type GoodsState } from '../state.ts';

const aimedTransfer = (one: Extract<GoodsCommand, { type: 'ReverseTransfer' }>, state: GoodsState): GoodsCommand => {
  const target = [...state.transfers.values()].findLast((transfer) => !transfer.reversed);
  const claim = [...state.holds].find(([, hold]) => target !== undefined && hold.backOf === target.rowId);
  if (target === undefined || claim === undefined) return one;
  const { fromShopId, toShopId, quantity: count, rowId } = target;
  return { ...one, fromShopId, toShopId, quantity: count, rowId, claimKey: claim[0], holdKey: `${one.holdKey}/next` };
};
const aimedDeparture = (
  one: Extract<GoodsCommand, { type: 'ClaimDeparture' | 'ReverseDeparture' }>,
  state: GoodsState,
): GoodsCommand => {
  const target = [...state.departures].findLast(([, left]) => !left.reversed);
  if (target === undefined) return one;
  const [postedKey, { way: left, claims }] = target;
  if (one.type === 'ClaimDeparture' && one.returns !== undefined) {
    const [before] = [...claims].findLast(([, { purpose }]) => purpose === 'return') ?? [];
    const edited = before === undefined ? undefined : claims.get(before);
    if (one.replaces === undefined || edited === undefined) return { ...one, postedKey };
    return { ...one, postedKey, replaces: before!, holder: edited.holder };
  }
  const aimedAt = { ...one, way: left, postedKey, claimKey: [...claims.keys()].at(-1) ?? one.claimKey };
  return aimedAt.type === 'ReverseDeparture' ? { ...aimedAt, holdKey: `${aimedAt.holdKey}/next` } : aimedAt;
};
/** The last claim on a departure. */
const aimedRelease = (one: Extract<GoodsCommand, { type: 'ReleaseClaim' }>, state: GoodsState): GoodsCommand => {
  const all = [...state.departures];
  const target = all.findLast(([, { claims }]) => claims.size > 0) ?? all.findLast(([, left]) => !left.reversed);
  const claimKey = [...(target?.[1].claims.keys() ?? [])].at(-1) ?? one.claimKey;
  return target === undefined ? one : { ...one, postedKey: target[0], claimKey };
};
const aimedFind = (one: Extract<GoodsCommand, { type: 'ReverseFind' }>, state: GoodsState): GoodsCommand => {
  const target = [...state.found].findLast(([, found]) => !found.reversed);
  if (target === undefined) return one;
  const [foundKey, { shopId, quantity: count }] = target;
  const claim = [...state.holds].find(([, hold]) => hold.shopId === shopId && hold.quantity === count);
  return { ...one, foundKey, claimKey: claim?.[0] ?? one.claimKey, holdKey: `${one.holdKey}/next` };
};
/** The last inspection that stands, and the claim on it. */
const aimedInspection = (
  one: Extract<GoodsCommand, { type: 'ClaimInspection' | 'ReverseInspection' }>,
  state: GoodsState,
): GoodsCommand => {
  const target = [...state.inspections].findLast(([, { reversed }]) => !reversed);
  if (target === undefined) return one;
  const [inspectedKey, { shopId, quantity: count, result: said }] = target;
  if (one.type === 'ClaimInspection') return { ...one, inspectedKey };
  const claim = [...state.holds].find(([, hold]) =>
    said === 'passed' ? hold.shopId === shopId && hold.quantity === count : hold.replaces === inspectedKey,
  );
  return { ...one, inspectedKey, claimKey: claim?.[0] ?? one.claimKey, holdKey: `${one.holdKey}/next` };
};
/** The last claim for a return. */
const aimedArrival = (one: Extract<GoodsCommand, { type: 'ReturnFromCustomer' }>, state: GoodsState): GoodsCommand => {
  const claims = [...state.departures].flatMap(([saleKey, left]) =>
    [...left.claims].flatMap(([claimKey, { purpose }]) => (purpose === 'return' ? [[claimKey, saleKey] as const] : [])),
  );
  const [claimKey, saleKey] = claims.at(-1) ?? [];
  return claimKey === undefined || saleKey === undefined ? one : { ...one, key: claimKey, saleKey };
};
/** The last return that stands, and a hold that may be the claim on it. */
const aimedReturn = (
  one: Extract<GoodsCommand, { type: 'ClaimCustomerReturn' | 'ReverseCustomerReturn' }>,
  state: GoodsState,
): GoodsCommand => {
  const target = [...state.customerReturns].findLast(([, { reversed }]) => !reversed);
  if (target === undefined) return one;
  const [returnedKey, { shopId, quantity: count }] = target;
  if (one.type === 'ClaimCustomerReturn') return { ...one, returnedKey };
  const claim = [...state.holds].findLast(([, hold]) => hold.shopId === shopId && hold.quantity === count);
  return { ...one, returnedKey, claimKey: claim?.[0] ?? one.claimKey, holdKey: `${one.holdKey}/next` };
};
/** An edit of a document: another quantity for what it holds already. */
const aimedHold = (one: Extract<GoodsCommand, { type: 'HoldGoods' }>, state: GoodsState): GoodsCommand => {
  // A transfer that is taken back claims what its row brought; other claims on a row do not happen.
  if (one.backOf !== undefined) {
    const target = [...state.transfers.values()].findLast((transfer) => !transfer.reversed);
    return target === undefined
      ? one
      : { ...one, shopId: target.toShopId, quantity: target.quantity, backOf: target.rowId };
  }
  if (one.takesReturn !== undefined) {
    const waits = [...state.customerReturns.values()].findLast(
      (back) => back.goesTo === 'inspection' && !back.reversed,
    );
    if (waits === undefined) return one;
    return { ...one, takesReturn: waits.key, shopId: waits.shopId, quantity: waits.quantity };
  }
  const offered = offeredIn(state, one.shopId, 'supplier');
  if (one.takesOver !== undefined && offered !== undefined) return { ...one, quantity: offered.quantity };
  const last = [...state.holds].at(-1);
  if (one.replaces === undefined || last === undefined) return one;
  const [replaces, { shopId, holder: by }] = last;
  return { ...one, replaces, shopId, holder: by };
};
/** Random commands seldom name something that exists: most of them are pointed at what the state holds. */
export const aimed = (one: GoodsCommand, state: GoodsState, aim: boolean): GoodsCommand => {
  if (!aim) return one;
  switch (one.type) {
    case 'ReverseTransfer':
      return aimedTransfer(one, state);
    case 'HoldGoods':
      return aimedHold(one, state);
    case 'TransferGoods':
    case 'SellGoods':
    case 'ReturnToSupplier':
    case 'WriteOffGoods':
      return { ...one, key: [...state.holds.keys()].at(-1) ?? one.key };
    case 'InspectGoods': {
      const judging =
        one.melts === true ? ([...state.holds].findLast(([, hold]) => hold.takenFrom?.endsWith('/wait')) ?? []) : [];
      return { ...one, key: judging[0] ?? [...state.holds.keys()].at(-1) ?? one.key };
    }
    case 'ClaimDeparture':
    case 'ReverseDeparture':
      return aimedDeparture(one, state);
    case 'ReturnFromCustomer':
      return aimedArrival(one, state);
    case 'ClaimCustomerReturn':
    case 'ReverseCustomerReturn':
      return aimedReturn(one, state);
    case 'ClaimInspection':
    case 'ReverseInspection':
      return aimedInspection(one, state);
    case 'ReleaseClaim':
      return aimedRelease(one, state);
    case 'PostFind':
      return { ...one, key: [...state.expected.keys()].at(-1) ?? one.key };
    case 'ReverseFind':
      return aimedFind(one, state);
    default:
      return one;
  }
};
