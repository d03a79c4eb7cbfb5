/** Old material keeps the promises of a custodian, when it comes in and when it leaves. */
import { isRefusal } from '../contracts/refusal.ts';
import { savingThrough, type CustodianWorld } from '../documents/custodian-life.ts';
import { testCustodian } from '../documents/custodian-suite.ts';
import { loadState } from '../platform/streams/handle.ts';
import { Steps } from '../platform/streams/steps.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import { actor } from '../platform/testing/transfer-sample.ts';
import { OLD_MATERIAL_RECIPIENT, oldMaterialCustodian } from './custodian.ts';
import { OLD_MATERIAL, materialId, oldMaterialStream } from './names.ts';
import { heldIn } from './state.ts';
import type { MaterialTerms } from './terms.ts';

const [SHOP, FINENESS, STOCK] = [1, '足金', 4];
const id = materialId(SHOP, FINENESS);
const brings = (lotId: number): MaterialTerms => ({
  shopId: SHOP,
  fineness: FINENESS,
  legs: [{ lotId, source: 'recycle', category: '戒指', style: '光圈', name: '', netWeightMg: STOCK, priceFen: 1_001 }],
});
const takes: MaterialTerms = { shopId: SHOP, fineness: FINENESS, legs: [{ lotId: 1 }] };

const open = async (): Promise<CustodianWorld> => {
  const store = new MemoryStore({ atOnce: true });
  const custodian = oldMaterialCustodian;
  const ask = {
    document: { kind: 'recycle', id: 1, no: 'HS1', businessDate: '2026-11-10', line: 0 },
    effect: {
      key: 'recycle-1/v1/stock',
      custodian: OLD_MATERIAL,
      id,
      legs: [{ list: 'recycle', lineId: '0', role: 'in' as const, quantity: STOCK }],
    },
    terms: brings(1),
    actor: actor('stock'),
  };
  const filling = savingThrough(custodian, new Steps(store));
  for (const done of [await filling.reserve({ ...ask, replaces: null }), await filling.post(ask)]) {
    if (isRefusal(done)) throw new Error(done.message);
  }
  return {
    custodian,
    balance: async () => {
      const { state } = await loadState({ ...OLD_MATERIAL_RECIPIENT, store }, oldMaterialStream(id));
      const lots = [...state.lots.values()];
      return {
        there: lots.reduce((sum, { leftMg }) => sum + leftMg, 0),
        reserved: lots.reduce((sum, { lotId }) => sum + heldIn(state, lotId), 0),
      };
    },
    written: () => store.events.length,
    store,
  };
};

const at = { custodian: OLD_MATERIAL, id, stock: STOCK, open, actor };
testCustodian('what is recycled', { ...at, kind: 'sale', role: 'in', terms: (posting) => brings(900 + posting) });
testCustodian('what leaves', { ...at, kind: 'sale', role: 'out', terms: () => takes });
