/** Counts of old material, write side: /biz-material-check. */
import type { JoinedReads } from '../contracts/joined-services.ts';
import { documentSlice } from '../documents/slice.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { MaterialCheckBody, MaterialCheckEvent } from './contract.ts';
import { materialCheckDocument } from './document.ts';
import { judgeCount } from './judge.ts';
import { lotsNow, otherCount, unweighedLots } from './live-checks.ts';
import { materialCheckManifest } from './manifest.ts';
import { prepareMaterialCheck } from './prepare.ts';

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule =>
  documentSlice({
    manifest: materialCheckManifest,
    events: MaterialCheckEvent,
    spec: materialCheckDocument,
    join: (deps) => {
      const { custodians } = join(deps);
      const { lookup, master } = deps;
      const other = (scope: Parameters<typeof otherCount>[1]) => otherCount(master, scope);
      return {
        custodians,
        desk: {
          body: MaterialCheckBody,
          prepare: prepareMaterialCheck({ lookup, lots: (ids) => lotsNow(master, ids), otherCount: other }),
          judge: judgeCount({ lookup, unweighed: (of) => unweighedLots(master, of), otherCount: other }),
        },
      };
    },
  });
