/** Inspections, write side: /biz-goods-inspection. */
import type { JoinedReads } from '../contracts/joined.ts';
import { documentSlice } from '../documents/slice.ts';
import type { SliceDeps, SliceModule } from '../platform/slice.ts';
import { InspectionBody, InspectionEvent } from './contract.ts';
import { inspectionDocument } from './document.ts';
import { inspectionManifest } from './manifest.ts';
import { prepareInspection } from './prepare.ts';

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule =>
  documentSlice({
    manifest: inspectionManifest,
    events: InspectionEvent,
    spec: inspectionDocument,
    join: (deps) => {
      const { pieces, custodians } = join(deps);
      return {
        custodians,
        desk: {
          body: InspectionBody,
          prepare: prepareInspection({ pieces, lookup: deps.lookup }),
        },
      };
    },
  });
