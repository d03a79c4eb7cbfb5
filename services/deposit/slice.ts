/** Deposits, write side: /biz-deposit. What is saved is posted with it (R79). */
import { BALANCE_SCHEMA, BalanceEvent } from '../balance/contract.ts';
import type { JoinedReads } from '../contracts/joined.ts';
import { sellersOf } from '../documents/sellers.ts';
import { documentSlice } from '../documents/slice.ts';
import { forStandingCustomer } from '../documents/standing-customer.ts';
import type { SliceDeps, SliceModule } from '../platform/slice.ts';
import { DepositBody, DepositEvent } from './contract.ts';
import { depositDocument } from './document.ts';
import { depositManifest } from './manifest.ts';
import { prepareDeposit } from './prepare.ts';

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule =>
  documentSlice({
    manifest: depositManifest,
    events: DepositEvent,
    more: [{ union: BalanceEvent, schema: BALANCE_SCHEMA }],
    spec: depositDocument,
    join: (deps) => {
      const { lookup } = deps;
      return {
        custodians: join(deps).custodians,
        desk: {
          body: DepositBody,
          prepare: forStandingCustomer(lookup, prepareDeposit({ lookup, sellers: sellersOf(lookup, '经办人') })),
          postsAtSave: true,
        },
      };
    },
  });
