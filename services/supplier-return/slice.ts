/** Returns to suppliers, write side: /biz-goods-return. */
import type { JoinedReads } from '../contracts/joined-services.ts';
import { documentSlice } from '../documents/slice.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { SupplierReturnBody, SupplierReturnEvent } from './contract.ts';
import { supplierReturnDocument } from './document.ts';
import { supplierReturnManifest } from './manifest.ts';
import { openedSupplierReturns } from './openings-of-inspection.ts';
import { prepareReturn } from './prepare.ts';

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule =>
  documentSlice({
    manifest: supplierReturnManifest,
    events: SupplierReturnEvent,
    spec: supplierReturnDocument,
    join: (deps) => {
      const { pieces, custodians } = join(deps);
      const { lookup } = deps;
      return {
        custodians,
        desk: {
          body: SupplierReturnBody,
          prepare: prepareReturn({ pieces, lookup }),
          editDays: 'same-day',
        },
        opened: openedSupplierReturns({ pieces, lookup }),
      };
    },
  });
