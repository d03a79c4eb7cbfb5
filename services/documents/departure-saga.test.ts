/** Documents whose pieces leave the chain: cut after any append, a posting or its reversal ends done or undone. */
import { describe, expect, test } from 'vitest';
import { attemptKey, type UserCommand } from './decider.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { goodsStream } from '../goods/contract.ts';
import { pieceCustodian } from '../goods/custodian.ts';
import { createPieces, goodsRecipient } from '../goods/pieces.ts';
import { sampleReceipt } from '../goods/sample.ts';
import { departuresBy, type GoodsState } from '../goods/state.ts';
import { saleDocument } from '../sale/document.ts';
import { supplierReturnDocument } from '../supplier-return/document.ts';
import { handle, loadState } from '../platform/streams/handle.ts';
import { Crash, MemoryStore } from '../platform/testing/memory-store.ts';
import { NOW, actor, clerk } from '../platform/testing/transfer-sample.ts';
import { openDocuments } from './documents.ts';
import type { DocumentSpec } from './spec.ts';

const key = (name: string): string => attemptKey(clerk.id, name);
const lookup = { shop: async (id: number) => ({ id, name: `${id}店`, enabled: true }) };
const header = {
  payments: [],
  shopId: 1,
  supplierId: 3,
  soldOn: '2026-11-10',
  returnedOn: '2026-11-10',
  customerId: 1,
};
const line = (barcode: string, quantity: number) => ({
  list: 'goods',
  lineId: barcode,
  barcode,
  quantity,
  cutDownMg: 0,
  amountFen: 5000 * quantity,
  sellWeightMg: 3215 * quantity,
  returnPriceFen: 170_000,
  points: 0,
  sellerPoints: 0,
});
type Header = typeof header;
type Line = ReturnType<typeof line>;
/** The shapes are the contracts'; here only what the saga reads counts. */
const loose = (document: object): DocumentSpec<Header, Line> => ({
  ...(document as DocumentSpec<Header, Line>),
  parse: ({ type, data, meta }) => ({ type, data: data as never, meta }),
});
const KINDS = {
  sale: { document: loose(saleDocument), left: (state: GoodsState) => departuresBy(state, 'sale') },
  'supplier-return': {
    document: loose(supplierReturnDocument),
    left: (state: GoodsState) => departuresBy(state, 'supplier-return'),
  },
} as const;
type Kind = keyof typeof KINDS;
const BARCODES = ['A001', 'LOT5'];
const stocked = async (kind: Kind, atOnce: boolean) => {
  const store = new MemoryStore({ atOnce });
  const recipient = goodsRecipient(store);
  for (const [index, barcode] of BARCODES.entries()) {
    const receipt = sampleReceipt({ barcode, receiptId: 100 + index, quantity: barcode === 'LOT5' ? 5 : 1 });
    const options = { actor: actor(`stock-${barcode}`), shopId: 1 };
    await handle(recipient, goodsStream(barcode), { type: 'ReceiveGoods', receipt }, options);
    const audited = { type: 'AuditReceipt', receiptId: receipt.receiptId, auditor: '李四' } as const;
    expect(isRefusal(await handle(recipient, goodsStream(barcode), audited, options))).toBe(false);
  }
  const open = () =>
    openDocuments(KINDS[kind].document, {
      store,
      custodians: { piece: pieceCustodian(createPieces({ store, lookup })) },
      clock: () => NOW,
    });
  const piece = async (barcode: string) => (await loadState(recipient, goodsStream(barcode))).state;
  return { store, open, piece };
};

type Command = UserCommand<Header, Line>;
const submit: Command = { type: 'Submit', key: key('k1'), header, lines: [line('A001', 1), line('LOT5', 2)] };
const audit: Command = { type: 'Audit', key: key('k2'), auditor: '李四', rowIds: [] };
const reverse: Command = { type: 'Reverse', key: key('k3'), reason: '录错' };

const CUT = [
  ['sale', 'audit', [submit], audit],
  ['sale', 'reversal', [submit, audit], reverse],
  ['supplier-return', 'audit', [submit], audit],
  ['supplier-return', 'reversal', [submit, audit], reverse],
] as const;
const WAYS = [
  ['step by step', false],
  ['in one append', true],
] as const;
describe.each(WAYS)('%s', (_way, atOnce) => {
  test.each(CUT)('a %s whose %s is cut after any append ends done or undone', async (kind, _name, before, command) => {
    for (let k = 0, crashed = true; crashed; k += 1) {
      const { store, open, piece } = await stocked(kind, atOnce);
      const send = (one: Command) => open().command(1, one, { actor: actor(one.key.slice(2)) });
      for (const earlier of before) expect(isRefusal(await send(earlier))).toBe(false);
      store.appendsLeft = k;
      crashed = await send(command).then(
        () => false,
        (error: unknown) => {
          expect(error).toBeInstanceOf(Crash);
          return true;
        },
      );
      store.appendsLeft = undefined;
      const { state } = await open().resume(1);
      expect(['posted', 'pending']).toContain(state.stage);
      const posted = state.stage === 'posted';
      for (const [index, barcode] of BARCODES.entries()) {
        const seen = await piece(barcode);
        const standing = KINDS[kind].left(seen).filter(([, departure]) => !departure.reversed);
        const mine = [state.current?.effects[index]?.key];
        const [all, sold] = barcode === 'LOT5' ? [5, 2] : [1, 1];
        expect({
          holds: [...seen.holds.keys()],
          left: standing.map(([departureKey]) => departureKey),
          claims: standing.filter(([, departure]) => departure.claims.size > 0),
          onHand: seen.holdings.get(1)?.onHand,
        }).toEqual(
          posted
            ? { holds: [], left: mine, claims: [], onHand: all - sold }
            : { holds: mine, left: [], claims: [], onHand: all },
        );
      }
    }
  });
});
