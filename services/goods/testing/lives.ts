/** Random lives of one piece, for properties of the decider and of what is read from its events. */
import fc from 'fast-check';
import type { GoodsCommand } from '../decider.ts';
import { sampleReceipt } from '../sample.ts';
import type { GoodsState } from '../state.ts';

export const BARCODE = '202600000017';
export const META = { userName: '张三', at: '2026-11-01T18:30:00.000+08:00' };
const shop = fc.constantFrom(1, 2);
const receiptId = fc.constantFrom(10_001, 10_002);
const key = fc.nat(9).map((n) => `k${n}`);
const quantity = fc.integer({ min: 1, max: 4 });
const holder = fc.constantFrom({ kind: 'transfer', id: 7, no: 'DB7' }, { kind: 'sale', id: 9, no: 'XS9' });
const document = fc.constant({ kind: 'sale', id: 9, no: 'XS9', line: 0, businessDate: '2026-11-02' });
const receipt = fc
  .record({ receiptId, shopId: shop, quantity: fc.constantFrom(1, 5) })
  .map((change) => sampleReceipt(change));
const just = <Type extends string>(type: Type) => fc.constant(type);
const barcode = fc.constant(BARCODE);
const price = fc.constantFrom(100, 250);

const command: fc.Arbitrary<GoodsCommand> = fc.oneof(
  fc.record({ type: just('ReceiveGoods'), receipt }),
  fc.record({ type: just('CorrectReceipt'), receipt }),
  fc.record({ type: just('WithdrawReceipt'), receiptId }),
  { weight: 3, arbitrary: fc.record({ type: just('AuditReceipt'), receiptId, auditor: fc.constant('李四') }) },
  fc.record({ type: just('ReverseReceipt'), receiptId, reason: fc.constant('错') }),
  { weight: 5, arbitrary: fc.record({ type: just('HoldGoods'), barcode, key, shopId: shop, quantity, holder }) },
  {
    weight: 3,
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
      rowId: fc.integer({ min: 20_000, max: 20_003 }),
    }),
  },
  fc.record({
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
    rowId: fc.integer({ min: 20_000, max: 20_003 }),
  }),
  {
    weight: 3,
    arbitrary: fc.record({ type: just('SellGoods'), barcode, key, document, amountFen: price, soldWeightMg: price }),
  },
  fc.record({ type: just('ClaimSale'), barcode, claimKey: key, saleKey: key, holder }),
  fc.record({ type: just('ReleaseSaleClaim'), barcode, claimKey: key, saleKey: key }),
  fc.record({ type: just('ReverseSale'), barcode, claimKey: key, saleKey: key, holdKey: key, document, holder }),
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
  fc.record({ type: just('ClaimSupplierReturn'), barcode, claimKey: key, returnKey: key, holder }),
  fc.record({ type: just('ReleaseSupplierReturnClaim'), barcode, claimKey: key, returnKey: key }),
  fc.record({
    type: just('ReverseSupplierReturn'),
    barcode,
    claimKey: key,
    returnKey: key,
    holdKey: key,
    document,
    holder,
  }),
);

const aimedTransfer = (one: Extract<GoodsCommand, { type: 'ReverseTransfer' }>, state: GoodsState): GoodsCommand => {
  const target = [...state.transfers.values()].findLast((transfer) => !transfer.reversed);
  const claim = [...state.holds].find(([, hold]) => hold.shopId === target?.toShopId);
  if (target === undefined || claim === undefined) return one;
  const { fromShopId, toShopId, quantity: count, rowId } = target;
  return { ...one, fromShopId, toShopId, quantity: count, rowId, claimKey: claim[0], holdKey: `${one.holdKey}/next` };
};
const aimedSale = (
  one: Extract<GoodsCommand, { type: 'ClaimSale' | 'ReleaseSaleClaim' | 'ReverseSale' }>,
  state: GoodsState,
): GoodsCommand => {
  const target = [...state.sales].findLast(([, sale]) => !sale.reversed);
  if (target === undefined) return one;
  const aimedAt = { ...one, saleKey: target[0], claimKey: target[1].claim?.key ?? one.claimKey };
  return aimedAt.type === 'ReverseSale' ? { ...aimedAt, holdKey: `${aimedAt.holdKey}/next` } : aimedAt;
};
const aimedReturn = (
  one: Extract<GoodsCommand, { type: 'ClaimSupplierReturn' | 'ReleaseSupplierReturnClaim' | 'ReverseSupplierReturn' }>,
  state: GoodsState,
): GoodsCommand => {
  const target = [...state.supplierReturns].findLast(([, left]) => !left.reversed);
  if (target === undefined) return one;
  const aimedAt = { ...one, returnKey: target[0], claimKey: target[1].claim?.key ?? one.claimKey };
  return aimedAt.type === 'ReverseSupplierReturn' ? { ...aimedAt, holdKey: `${aimedAt.holdKey}/next` } : aimedAt;
};
/** An edit of a document: another quantity for what it holds already. */
const aimedHold = (one: Extract<GoodsCommand, { type: 'HoldGoods' }>, state: GoodsState): GoodsCommand => {
  const last = [...state.holds].at(-1);
  if (one.replaces === undefined || last === undefined) return one;
  const [replaces, { shopId, holder: by }] = last;
  return { ...one, replaces, shopId, holder: by };
};
/** Random commands seldom name something that exists: half of them are pointed at what the state holds. */
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
      return { ...one, key: [...state.holds.keys()].at(-1) ?? one.key };
    case 'ClaimSale':
    case 'ReleaseSaleClaim':
    case 'ReverseSale':
      return aimedSale(one, state);
    case 'ClaimSupplierReturn':
    case 'ReleaseSupplierReturnClaim':
    case 'ReverseSupplierReturn':
      return aimedReturn(one, state);
    default:
      return one;
  }
};

/** Received and audited in shop 1, five of it. */
const START: readonly GoodsCommand[] = [
  { type: 'ReceiveGoods', receipt: sampleReceipt({ quantity: 5 }) },
  { type: 'AuditReceipt', receiptId: 10_001, auditor: '李四' },
];
/** Commands of one life, each with whether it is aimed; half of the lives begin with an audited receipt. */
export const life: fc.Arbitrary<readonly (readonly [GoodsCommand, boolean])[]> = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(command, fc.boolean()), { maxLength: 60, size: 'max' }))
  .map(([started, rest]) => [...(started ? START.map((one) => [one, false] as const) : []), ...rest]);
