/** What taking a deposit back asks a word for (R136): what the customer paid in leaves his record. */
import { REVERSED_DEPOSIT, type LeavingDesk } from '../balance/contract.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { Action, Judged, JudgedDocument, Saver } from '../documents/desk-rules.ts';
import { standingCustomer } from '../documents/standing-customer.ts';
import { barredFrom } from '../documents/two-people.ts';
import type { DepositHeader, DepositLine } from './contract.ts';

type Rules = { readonly lookup: Pick<MasterLookup, 'customer'>; readonly leaving: LeavingDesk };
export const judgeReversal =
  ({ lookup, leaving }: Rules) =>
  async (
    action: Action,
    { id, header, lines, state }: JudgedDocument<DepositHeader, DepositLine>,
    by: Saver,
  ): Promise<Judged> => {
    const [line] = lines;
    if (action !== 'reverse' || line?.kind !== '1') return {};
    const { asks, notes } = await leaving.judge(
      {
        kind: REVERSED_DEPOSIT,
        documentId: id,
        customerId: await standingCustomer(lookup, header.customerId),
        shopId: header.shopId,
        amountFen: line.amountFen,
        stoodFen: 0,
        path: 'ids',
        notBy: barredFrom('reverse', state),
      },
      by,
    );
    return { asks, exceptions: notes };
  };
