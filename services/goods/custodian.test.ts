/** Pieces keep the promises of a custodian, in every way in which documents move them. */
import type { CustodianWorld } from '../documents/custodian-life.ts';
import { testCustodian } from '../documents/custodian-suite.ts';
import type { EffectLeg } from '../contracts/document.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { handle, loadState } from '../platform/streams/handle.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import { actor } from '../platform/testing/transfer-sample.ts';
import { PIECE, goodsStream, type InspectionResult, type PieceCommand, type PieceTerms } from './contract.ts';
import { pieceCustodian } from './custodian.ts';
import { createPieces, goodsRecipient } from './pieces.ts';
import { sampleReceipt } from './sample.ts';
import { heldIn, onHandIn } from './state.ts';

const [SHOP, STOCK, BARCODE] = [1, 4, 'LOT4'];
const lookup = { shop: async (id: number) => ({ id, name: `${id}店`, enabled: true }) };
/** Where customers bring back: as many were sold to one before. */
const SALE = { key: 'sale-3/v1/piece/LOT4', holder: { kind: 'sale', id: 3, no: 'XS3' } };
const soldBefore: readonly PieceCommand[] = [
  { type: 'HoldGoods', key: SALE.key, shopId: SHOP, quantity: STOCK, holder: SALE.holder },
  {
    type: 'SellGoods',
    key: SALE.key,
    document: { ...SALE.holder, line: 0, businessDate: '2026-11-01' },
    amountFen: 20_000,
    soldWeightMg: 12_860,
  },
];
const opened = async (before: readonly PieceCommand[]): Promise<CustodianWorld> => {
  const store = new MemoryStore({ atOnce: true });
  const recipient = goodsRecipient(store);
  const receipt = sampleReceipt({
    barcode: BARCODE,
    receiptId: 100,
    quantity: before.length === 0 ? STOCK : 2 * STOCK,
  });
  const audit = { type: 'AuditReceipt', receiptId: 100, auditor: '李四' } as const;
  const sold = before.map((command) => ({ ...command, barcode: BARCODE }));
  for (const command of [{ type: 'ReceiveGoods', receipt } as const, audit, ...sold]) {
    const done = await handle(recipient, goodsStream(BARCODE), command, { actor: actor(command.type), shopId: SHOP });
    if (isRefusal(done)) throw new Error(done.message);
  }
  return {
    custodian: pieceCustodian(createPieces({ store, lookup })),
    balance: async () => {
      const { state } = await loadState(recipient, goodsStream(BARCODE));
      return { there: onHandIn(state, SHOP), reserved: heldIn(state, SHOP) };
    },
    written: () => store.events.length,
    store,
  };
};

const inspected = (result: InspectionResult): PieceTerms => ({
  move: 'inspection',
  shopId: SHOP,
  result,
  note: '划痕',
});
const broughtBack = (shopId: number, posting: number): PieceTerms => ({
  move: 'customer-return',
  shopId,
  saleKey: SALE.key,
  refundFen: 4800,
  rowId: posting === 0 ? 0 : 900 + posting,
});
const WAYS: readonly (readonly [kind: string, role: EffectLeg['role'], terms: (posting: number) => PieceTerms])[] = [
  [
    'transfer',
    'move',
    (posting) => ({
      move: 'transfer',
      fromShopId: SHOP,
      toShopId: 2,
      outPriceFen: 1000,
      inPriceFen: 1200,
      rowId: posting === 0 ? 0 : 900 + posting,
    }),
  ],
  ['sale', 'out', () => ({ move: 'sale', shopId: SHOP, amountFen: 5000, soldWeightMg: 3215 })],
  ['supplier-return', 'out', () => ({ move: 'supplier-return', shopId: SHOP, supplierId: 3, returnPriceFen: 170_000 })],
  ['adjust', 'out', () => ({ move: 'write-off', shopId: SHOP, cause: 'check-9', reason: '盘亏' })],
  ['adjust', 'in', () => ({ move: 'find', shopId: SHOP, cause: 'check-9', reason: '盘盈' })],
  ['sale', 'in', (posting) => broughtBack(SHOP, posting)],
  ['inspection', 'stay', () => inspected('passed')],
  ['inspection', 'stay', () => inspected('supplier')],
];
for (const [kind, role, terms] of WAYS) {
  const of = terms(0);
  const result = of.move === 'inspection' ? of.result : '';
  const keeps = result === 'supplier' && ({ keeps: true } as const);
  const open = () => opened(of.move === 'customer-return' ? soldBefore : []);
  const at = { kind, role, terms, custodian: PIECE, id: BARCODE, stock: STOCK, open, actor, ...keeps };
  testCustodian(`${of.move}${result}`, at);
}
