/** Gifts keep the promises of a custodian, in both ways in which documents move them. */
import { expect, test } from 'vitest';
import { savingThrough, type CustodianWorld, type SavingCustodian } from '../documents/custodian-life.ts';
import { testCustodian } from '../documents/custodian-suite.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { loadState } from '../platform/streams/handle.ts';
import { Steps } from '../platform/streams/steps.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import { actor } from '../platform/testing/transfer-sample.ts';
import { GIFT, giftStockId, giftStream, type GiftTerms } from './contract.ts';
import { giftCustodian } from './custodian.ts';
import { GIFT_RECIPIENT } from './gifts.ts';
import { heldOf } from './state.ts';

const [SHOP, STOCK, ID] = [1, 4, giftStockId(1, 'ZP0001')];
const gift = { name: '红绳', styleNo: 'H1', measure: '条', spec: '18cm', pointsCenti: 1050, priceFen: 2900 };
const receive = (quantity: number, costFen: number): GiftTerms => ({
  move: 'receive',
  costFen: quantity * costFen,
  gift,
});

/** A stock-in of its own, audited. */
const stocked = async (
  custodian: SavingCustodian,
  id: number,
  quantity: number,
  unitCostFen: number,
): Promise<void> => {
  const ask = {
    document: { kind: 'gift-in', id, no: `LP${id}`, businessDate: '2026-11-10', line: 0 },
    effect: {
      key: `gift-in-${id}/v1/gift/${ID}`,
      custodian: GIFT,
      id: ID,
      legs: [{ list: 'gift', lineId: '0', role: 'in' as const, quantity }],
    },
    terms: receive(quantity, unitCostFen),
    actor: actor(`stock-${id}`),
  };
  for (const done of [await custodian.reserve({ ...ask, replaces: null }), await custodian.post(ask)]) {
    if (isRefusal(done)) throw new Error(done.message);
  }
};
const open = async (): Promise<CustodianWorld> => {
  const store = new MemoryStore({ atOnce: true });
  const custodian = giftCustodian;
  await stocked(savingThrough(custodian, new Steps(store)), 100, STOCK, 500);
  return {
    custodian,
    balance: async () => {
      const { state } = await loadState({ ...GIFT_RECIPIENT, store }, giftStream(ID));
      return { there: state.quantity, reserved: heldOf(state, SHOP) };
    },
    written: () => store.events.length,
    store,
  };
};
const at = { custodian: GIFT, id: ID, stock: STOCK, open, actor } as const;
testCustodian('issue', { ...at, kind: 'sale', role: 'out', terms: () => ({ move: 'issue' }) });
testCustodian('receive', { ...at, kind: 'gift-in', role: 'in', terms: () => receive(1, 700) });

test('an issue says what it cost, and a repeat says the same', async () => {
  const { custodian: plain, store } = await open();
  const custodian = savingThrough(plain, new Steps(store));
  await stocked(custodian, 101, 4, 900);
  const ask = {
    document: { kind: 'sale', id: 200, no: 'XS200', businessDate: '2026-11-10', line: 0 },
    effect: {
      key: `sale-200/v1/gift/${ID}`,
      custodian: GIFT,
      id: ID,
      legs: [{ list: 'gift', lineId: '0', role: 'out' as const, quantity: 3 }],
    },
    terms: { move: 'issue' },
    actor: actor('sell'),
  };
  await custodian.reserve({ ...ask, replaces: null });
  const posted = await custodian.post(ask);
  expect(posted).toMatchObject({ outcome: [{ name: 'costFen', value: 2100 }] });
  expect(await custodian.post({ ...ask, actor: actor('again') })).toMatchObject({
    outcome: [{ name: 'costFen', value: 2100 }],
  });
});
