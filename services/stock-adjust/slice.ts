/** Write-offs and write-ups, write side: /biz-stock-adjust. */
import type { JoinedReads } from '../contracts/joined-services.ts';
import { documentSlice } from '../documents/slice.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { AdjustBody, AdjustEvent } from './contract.ts';
import { adjustDocument } from './document.ts';
import { adjustManifest } from './manifest.ts';
import { prepareAdjust } from './prepare.ts';

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule =>
  documentSlice({
    manifest: adjustManifest,
    events: AdjustEvent,
    spec: adjustDocument,
    join: (deps) => {
      const { pieces, custodians, checks } = join(deps);
      const { lookup } = deps;
      return {
        custodians,
        desk: {
          body: AdjustBody,
          prepare: prepareAdjust({ pieces, lookup, checks }),
        },
      };
    },
  });
