/** Stored value keeps the promises of a custodian: what is paid in, and what is spent or paid out. */
import type { EffectLeg } from '../contracts/document.ts';
import { isRefusal } from '../contracts/refusal.ts';
import type { CustodianWorld } from '../documents/custodian-life.ts';
import { testCustodian } from '../documents/custodian-suite.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import { actor } from '../platform/testing/transfer-sample.ts';
import { createBalances } from './balances.ts';
import { BALANCE } from './contract.ts';
import { balanceCustodian } from './custodian.ts';
import { balanceOf, heldFen } from './state.ts';

const [CUSTOMER, STOCK] = [12, 40];
const open = async (): Promise<CustodianWorld> => {
  const store = new MemoryStore({ atOnce: true });
  const balances = createBalances({ store });
  const given = await balances.apply(
    {
      type: 'PostBalance',
      customerId: CUSTOMER,
      account: '定金',
      key: 'deposit-1/v1',
      addedFen: STOCK,
      takenFen: 0,
      document: { kind: 'deposit', id: 1, no: 'CZ1', businessDate: '2026-11-10' },
    },
    { actor: actor('stock') },
  );
  if (isRefusal(given)) throw new Error(given.message);
  return {
    custodian: balanceCustodian(balances),
    balance: async () => {
      const state = await balances.stateOf(CUSTOMER);
      return { there: balanceOf(state, '定金'), reserved: heldFen(state, '定金') };
    },
    written: () => store.events.length,
    store,
  };
};

const WAYS: readonly (readonly [name: string, role: EffectLeg['role']])[] = [
  ['pay in', 'in'],
  ['spend', 'out'],
];
for (const [name, role] of WAYS) {
  testCustodian(name, {
    kind: 'sale',
    role,
    terms: () => null,
    custodian: BALANCE,
    id: `${CUSTOMER}-定金`,
    stock: STOCK,
    open,
    actor,
  });
}
