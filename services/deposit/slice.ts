/** Deposits, write side: /biz-deposit. What is saved is posted with it (R79). */
import { BALANCE_SCHEMA, BalanceEvent } from '../balance/contract.ts';
import type { JoinedReads } from '../contracts/joined.ts';
import { withCashNotice } from '../documents/cash-notice.ts';
import { sellersOf } from '../documents/sellers.ts';
import { documentSlice } from '../documents/slice.ts';
import { forStandingCustomer } from '../documents/standing-customer.ts';
import type { SliceDeps, SliceModule } from '../platform/slice.ts';
import { DepositBody, DepositEvent, type DepositLine } from './contract.ts';
import { depositDocument } from './document.ts';
import { depositManifest } from './manifest.ts';
import { prepareDeposit } from './prepare.ts';

/** A refund goes out. */
const paidBy = ({ lines }: { readonly lines: readonly DepositLine[] }) => (lines[0]?.kind === '2' ? -1 : 1);

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule =>
  documentSlice({
    manifest: depositManifest,
    events: DepositEvent,
    more: [{ union: BalanceEvent, schema: BALANCE_SCHEMA }],
    spec: depositDocument,
    join: (deps) => {
      const { lookup } = deps;
      const { custodians, cash } = join(deps);
      return {
        custodians,
        desk: {
          body: DepositBody,
          prepare: forStandingCustomer(
            lookup,
            withCashNotice(
              { desk: cash, kind: depositManifest.kind, dayOf: ({ depositedOn }) => depositedOn, signOf: paidBy },
              prepareDeposit({ lookup, sellers: sellersOf(lookup, '经办人') }),
            ),
          ),
          postsAtSave: true,
        },
      };
    },
  });
