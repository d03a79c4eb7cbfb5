/** Points keep the promises of a custodian: earning, spending, and what a return takes back. */
import type { CustodianWorld } from '../documents/custodian-life.ts';
import { testCustodian } from '../documents/custodian-suite.ts';
import type { EffectLeg } from '../contracts/document.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import { actor } from '../platform/testing/transfer-sample.ts';
import { POINTS, type PointsTerms } from './contract.ts';
import { pointsCustodian } from './custodian.ts';
import { createPoints } from './points.ts';
import { heldPoints } from './state.ts';

const [CUSTOMER, STOCK] = [12, 40];
const open = async (): Promise<CustodianWorld> => {
  const store = new MemoryStore({ atOnce: true });
  const points = createPoints({ store });
  const given = await points.apply(
    { type: 'CorrectPoints', customerId: CUSTOMER, points: STOCK, reason: '开业赠送' },
    { actor: actor('stock') },
  );
  if (isRefusal(given)) throw new Error(given.message);
  return {
    custodian: pointsCustodian(points),
    balance: async () => {
      const state = await points.stateOf(CUSTOMER);
      return { there: state.balance, reserved: heldPoints(state) };
    },
    written: () => store.events.length,
    store,
  };
};

const WAYS: readonly (readonly [name: string, role: EffectLeg['role'], takesBack: readonly string[]])[] = [
  ['earn', 'in', []],
  ['spend', 'out', []],
  ['take back', 'out', ['goods']],
];
for (const [name, role, takesBack] of WAYS) {
  const terms = (): PointsTerms => ({ takesBack: [...takesBack], lines: [] });
  testCustodian(name, {
    kind: 'sale',
    role,
    terms,
    custodian: POINTS,
    id: String(CUSTOMER),
    stock: STOCK,
    open,
    actor,
  });
}
