/** Inspections, write side: /biz-goods-inspection. */
import type { JoinedReads } from '../contracts/joined-services.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import type { Touch } from '../documents/desk-rules.ts';
import { openingsDesk } from '../documents/openings.ts';
import { documentSlice } from '../documents/slice.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { InspectionBody, InspectionEvent, type InspectionHeader, type InspectionLine } from './contract.ts';
import { inspectionDocument } from './document.ts';
import { inspectionManifest } from './manifest.ts';
import { prepareInspection } from './prepare.ts';
import { returnRoutes } from './return-routes.ts';

/** What judges a customer's return lives and ends with it: its own page writes it, and takes it back. */
const accessTo = ({ shopId, saleId }: InspectionHeader, _touch: Touch, { user }: Actor): Refusal | null =>
  limitShops(user, [shopId]) ??
  (saleId === null ? null : refuse('conflict', 'inspection.of_return', '此单是退货质检，请在退货质检中撤销'));

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule =>
  documentSlice<InspectionHeader, InspectionLine, typeof InspectionBody>({
    manifest: inspectionManifest,
    events: InspectionEvent,
    spec: inspectionDocument,
    join: (deps) => {
      const { pieces, custodians, returned } = join(deps);
      const { ids } = deps;
      return {
        custodians,
        desk: {
          body: InspectionBody,
          prepare: prepareInspection({ pieces, lookup: deps.lookup }),
          access: accessTo,
        },
        routes: (_desk, documents) =>
          returnRoutes({ documents, openings: openingsDesk(deps, inspectionDocument), ids, pieces, returned }),
      };
    },
  });
