/** Random lives of one piece, for properties of the decider and of what is read from its events. */
import fc from 'fast-check';
import type { GoodsCommand } from '../decider.ts';
import { sampleReceipt } from '../sample.ts';
import { BARCODE, BROUGHT_BACK, START } from './beginnings.ts';

export { BARCODE } from './beginnings.ts';

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
  {
    weight: 6,
    arbitrary: fc.record(
      {
        type: just('ClaimDeparture'),
        barcode,
        way: just('sale'),
        claimKey: key,
        postedKey: key,
        holder,
        returns: fc.integer({ min: 1, max: 2 }),
        replaces: key,
      },
      { requiredKeys: ['type', 'barcode', 'way', 'claimKey', 'postedKey', 'holder', 'returns'] },
    ),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: just('ReturnFromCustomer'),
      barcode,
      key,
      saleKey: key,
      document,
      shopId: fc.constantFrom(1, 2, 3),
      refundFen: price,
      rowId: row,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        type: just('ReturnFromCustomer'),
        barcode,
        key,
        saleKey: key,
        document,
        shopId: fc.constantFrom(1, 2, 3),
        refundFen: price,
        rowId: row,
        goesTo: fc.constantFrom('inspection' as const, 'inspection' as const, 'old-material' as const),
        cut: fc.record({ byMg: fc.integer({ min: -500, max: 500 }), unitCostFen: price }),
      },
      { requiredKeys: ['type', 'barcode', 'key', 'saleKey', 'document', 'shopId', 'refundFen', 'rowId'] },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: just('HoldGoods'),
      barcode,
      key,
      shopId: shop,
      quantity,
      holder,
      takesReturn: key,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: just('InspectGoods'),
      barcode,
      key,
      document: inspection,
      result: just('melt'),
      note: reason,
      melts: fc.constant(true as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: just('ClaimCustomerReturn'), barcode, claimKey: key, returnedKey: key, holder }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: just('ReverseCustomerReturn'),
      barcode,
      claimKey: key,
      returnedKey: key,
      holdKey: key,
      document,
      holder,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: just('RenewLabel'), barcode }) },
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

const mostly = fc.constantFrom(true, true, true, false);
const beginning = fc.constantFrom(START, START, START, START, START, BROUGHT_BACK, BROUGHT_BACK, []);
/** Commands of one life, each with whether it is aimed; most lives begin with an audited receipt. */
export const life: fc.Arbitrary<readonly (readonly [GoodsCommand, boolean])[]> = fc
  .tuple(beginning, fc.array(fc.tuple(command, mostly), { maxLength: 60, size: 'max' }))
  .map(([started, rest]) => [...started.map((one) => [one, false] as const), ...rest]);
