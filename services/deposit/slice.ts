/** Deposits, write side: /biz-deposit. What is saved is posted with it (R79). */
import { BALANCE_SCHEMA, BalanceEvent } from '../balance/contract.ts';
import type { JoinedReads } from '../contracts/joined-services.ts';
import { withCashNotice } from '../documents/cash-notice.ts';
import { sellersOf } from '../documents/sellers.ts';
import { documentSlice } from '../documents/slice.ts';
import { witnesses } from '../documents/witnessed.ts';
import { forStandingCustomer } from '../documents/standing-customer.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { DepositBody, DepositEvent, type DepositLine } from './contract.ts';
import { depositDocument } from './document.ts';
import { depositManifest } from './manifest.ts';
import { judgeDeposit } from './judge.ts';
import { prepareDeposit } from './prepare.ts';
import { LEAVING_SQL } from './tables.ts';

/** A refund goes out. */
const paidBy = ({ lines }: { readonly lines: readonly DepositLine[] }) => (lines[0]?.kind === '2' ? -1 : 1);

const depositSlice = (join: (deps: SliceDeps) => JoinedReads): SliceModule =>
  documentSlice({
    manifest: depositManifest,
    events: DepositEvent,
    more: [{ union: BalanceEvent, schema: BALANCE_SCHEMA }],
    spec: depositDocument,
    join: (deps) => {
      const { lookup, words } = deps;
      const { custodians, cash, leaving } = join(deps);
      const seen = witnesses(deps.store, deps.master, 'deposits');
      return {
        custodians,
        desk: {
          body: DepositBody,
          prepare: forStandingCustomer(
            lookup,
            withCashNotice(
              { desk: cash, kind: depositManifest.kind, dayOf: ({ depositedOn }) => depositedOn, signOf: paidBy },
              prepareDeposit({ lookup, words, leaving, witnesses: seen, sellers: sellersOf(lookup, '经办人') }),
            ),
          ),
          judge: judgeDeposit({ lookup, leaving, witnesses: seen }),
          postsAtSave: true,
        },
      };
    },
  });

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule => ({
  ...depositSlice(join),
  migrations: [{ id: 'deposit-001-leaving', sql: LEAVING_SQL }],
});
