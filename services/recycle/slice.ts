/** Recycle orders, write side: /biz-alone-recycle and its lines. */
import type { JoinedReads } from '../contracts/joined-services.ts';
import { withCashNotice } from '../documents/cash-notice.ts';
import { sellersOf } from '../documents/sellers.ts';
import { documentSlice } from '../documents/slice.ts';
import { forStandingCustomer } from '../documents/standing-customer.ts';
import { OLD_MATERIAL_SCHEMA, OldMaterialEvent } from '../old-material/contract.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { RecycleBody, RecycleEvent } from './contract.ts';
import { recycleDetailRoutes } from './details.ts';
import { recycleDocument } from './document.ts';
import { recycleManifest } from './manifest.ts';
import { witnesses } from '../documents/witnessed.ts';
import { recycleWitness } from './witness-facts.ts';
import { prepareRecycle } from './prepare.ts';

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule =>
  documentSlice({
    manifest: recycleManifest,
    events: RecycleEvent,
    more: [{ union: OldMaterialEvent, schema: OLD_MATERIAL_SCHEMA }],
    spec: recycleDocument,
    join: (deps) => {
      const { custodians, goldPrices, cash } = join(deps);
      const { ids, lookup, words } = deps;
      const seen = witnesses(deps.store, deps.master, 'recycles');
      return {
        custodians,
        desk: {
          body: RecycleBody,
          judge: recycleWitness.judgeAction(seen),
          prepare: forStandingCustomer(
            lookup,
            withCashNotice(
              { desk: cash, kind: recycleManifest.kind, dayOf: ({ recycledOn }) => recycledOn, signOf: () => -1 },
              prepareRecycle({ lookup, goldPrices, words, witnesses: seen, sellers: sellersOf(lookup, '回收员') }),
            ),
          ),
          // Ids of the lots: unbound on purpose, a retry finds them in the audit's event.
          rowIds: (lines) => ids.several(lines.length),
        },
        routes: (desk, documents) => recycleDetailRoutes({ desk, documents }),
      };
    },
  });
