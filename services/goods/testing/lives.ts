/** Random lives of one piece, for properties of the decider and of what is read from its events. */
import fc from 'fast-check';
import type { GoodsCommand } from '../decider.ts';
import { sampleReceipt } from '../sample.ts';
import { offeredIn, type GoodsState } from '../state.ts';

export const BARCODE = '202600000017';
export const META = { userName: '张三', at: '2026-11-01T18:30:00.000+08:00' };
const shop = fc.constantFrom(1, 2);
const receiptId = fc.constantFrom(10_001, 10_002);
const key = fc.nat(19).map((n) => `k${n}`);
const quantity = fc.integer({ min: 1, max: 4 });
const holder = fc.constantFrom({ kind: 'transfer', id: 7, no: 'DB7' }, { kind: 'sale', id: 9, no: 'XS9' });
const document = fc.constant({ kind: 'sale', id: 9, no: 'XS9', line: 0, businessDate: '2026-11-02' });
const receipt = fc
  .record({ receiptId, shopId: shop, quantity: fc.constantFrom(1, 5) })
  .map((change) => sampleReceipt(change));
const just = <Type extends string>(type: Type) => fc.constant(type);
const barcode = fc.constant(BARCODE);
const row = fc.integer({ min: 20_000, max: 20_003 });
const price = fc.constantFrom(100, 250);
const way = fc.constantFrom('sale' as const, 'supplier-return' as const, 'write-off' as const);
const adjustment = fc.constant({ kind: 'adjust', id: 13, no: 'SY13', line: 0, businessDate: '2026-11-02' });
const reason = fc.constantFrom('盘亏', '损坏');
const inspection = fc.constant({ kind: 'inspection', id: 15, no: 'ZJ15', line: 0, businessDate: '2026-11-02' });
const result = fc.constantFrom('passed' as const, 'supplier' as const, 'supplier' as const, 'melt' as const);
const cause = fc.constantFrom('check-1', 'check-2', 'check-3');

const command: fc.Arbitrary<GoodsCommand> = fc.oneof(
  fc.record({ type: just('ReceiveGoods'), receipt }),
  fc.record({ type: just('CorrectReceipt'), receipt }),
  fc.record({ type: just('WithdrawReceipt'), receiptId }),
  { weight: 3, arbitrary: fc.record({ type: just('AuditReceipt'), receiptId, auditor: fc.constant('李四') }) },
  fc.record({ type: just('ReverseReceipt'), receiptId, reason: fc.constant('错') }),
  { weight: 5, arbitrary: fc.record({ type: just('HoldGoods'), barcode, key, shopId: shop, quantity, holder }) },
  fc.record({ type: just('HoldGoods'), barcode, key, shopId: shop, quantity, holder, cause }),
  {
    weight: 4,
    arbitrary: fc.record({ type: just('HoldGoods'), barcode, key, shopId: shop, quantity, holder, backOf: row }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ type: just('HoldGoods'), barcode, key, replaces: key, shopId: shop, quantity, holder }),
  },
  fc.record({ type: just('ReleaseGoods'), barcode, key }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: just('TransferGoods'),
      barcode,
      key,
      document,
      toShopId: shop,
      outPriceFen: price,
      inPriceFen: price,
      rowId: row,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: just('ReverseTransfer'),
      barcode,
      claimKey: key,
      holdKey: key,
      document,
      fromShopId: shop,
      toShopId: shop,
      quantity,
      outPriceFen: price,
      inPriceFen: price,
      holder,
      rowId: row,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: just('SellGoods'), barcode, key, document, amountFen: price, soldWeightMg: price }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: just('ClaimDeparture'), barcode, way, claimKey: key, postedKey: key, holder }),
  },
  { weight: 3, arbitrary: fc.record({ type: just('ReleaseClaim'), barcode, claimKey: key, postedKey: key }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: just('ReturnToSupplier'),
      barcode,
      key,
      document: fc.constant({ kind: 'supplier-return', id: 11, no: 'TH11', line: 0, businessDate: '2026-11-02' }),
      supplierId: fc.constantFrom(3, null),
      returnPriceFen: price,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: just('ReverseDeparture'),
      barcode,
      way,
      claimKey: key,
      postedKey: key,
      holdKey: key,
      document,
      holder,
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: just('WriteOffGoods'), barcode, key, document: adjustment, reason }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: just('ExpectFind'), barcode, key, shopId: shop, quantity, holder, cause }),
  },
  { weight: 2, arbitrary: fc.record({ type: just('PostFind'), barcode, key, document: adjustment, reason }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: just('ReverseFind'),
      barcode,
      claimKey: key,
      foundKey: key,
      holdKey: key,
      document: adjustment,
      holder,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: just('InspectGoods'), barcode, key, document: inspection, result, note: reason }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: just('ClaimInspection'), barcode, claimKey: key, inspectedKey: key, holder }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: just('ReverseInspection'),
      barcode,
      claimKey: key,
      inspectedKey: key,
      holdKey: key,
      document: inspection,
      holder,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: just('HoldGoods'),
      barcode,
      key,
      shopId: shop,
      quantity,
      holder,
      takesOver: just('supplier'),
    }),
  },
);

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
/** An edit of a document: another quantity for what it holds already. */
const aimedHold = (one: Extract<GoodsCommand, { type: 'HoldGoods' }>, state: GoodsState): GoodsCommand => {
  // A transfer that is taken back claims what its row brought; other claims on a row do not happen.
  if (one.backOf !== undefined) {
    const target = [...state.transfers.values()].findLast((transfer) => !transfer.reversed);
    return target === undefined
      ? one
      : { ...one, shopId: target.toShopId, quantity: target.quantity, backOf: target.rowId };
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
    case 'InspectGoods':
      return { ...one, key: [...state.holds.keys()].at(-1) ?? one.key };
    case 'ClaimDeparture':
    case 'ReverseDeparture':
      return aimedDeparture(one, state);
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

/** Received and audited in shop 1, five of it. */
const START: readonly GoodsCommand[] = [
  { type: 'ReceiveGoods', receipt: sampleReceipt({ quantity: 5 }) },
  { type: 'AuditReceipt', receiptId: 10_001, auditor: '李四' },
];
const mostly = fc.constantFrom(true, true, true, false);
/** Commands of one life, each with whether it is aimed; most lives begin with an audited receipt. */
export const life: fc.Arbitrary<readonly (readonly [GoodsCommand, boolean])[]> = fc
  .tuple(mostly, fc.array(fc.tuple(command, mostly), { maxLength: 60, size: 'max' }))
  .map(([started, rest]) => [...(started ? START.map((one) => [one, false] as const) : []), ...rest]);
