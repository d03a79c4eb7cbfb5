/** Transfers between shops, write side: /biz-allocate. */
import { seesShop } from '../contracts/user.ts';
import type { JoinedReads } from '../contracts/joined-services.ts';
import { documentSlice } from '../documents/slice.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { TransferBody, TransferEvent } from './contract.ts';
import { transferDocument } from './document.ts';
import { transferManifest } from './manifest.ts';
import { prepareTransfer } from './prepare.ts';

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule =>
  documentSlice({
    manifest: transferManifest,
    events: TransferEvent,
    spec: transferDocument,
    join: (deps) => {
      const { pieces, custodians } = join(deps);
      const { ids, lookup } = deps;
      return {
        custodians,
        desk: {
          body: TransferBody,
          prepare: prepareTransfer({ pieces, lookup }),
          // Sender edits and deletes; sender or receiver may audit what has arrived, or take the audit back (R13).
          access: ({ outShopId, inShopId }, touch, { user }) =>
            touch === 'audit' && seesShop(user, inShopId) ? null : limitShops(user, [outShopId]),
          // Unbound on purpose: they are written in the audit event, and a retry finds that event.
          rowIds: (lines) => ids.several(lines.length),
        },
      };
    },
  });
