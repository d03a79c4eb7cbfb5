/** What taking a deposit back asks a word for: what the customer paid in leaves his record (R136), and what others saw of it changes (R142). */
import { REVERSED_DEPOSIT, type LeavingDesk } from '../balance/contract.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { Action, Judged, JudgedDocument, Saver } from '../documents/desk-rules.ts';
import { standingCustomer } from '../documents/standing-customer.ts';
import { barredFrom } from '../documents/two-people.ts';
import type { Witnesses } from '../documents/witnessed.ts';
import type { DepositHeader, DepositLine } from './contract.ts';
import { depositWitness } from './witness-facts.ts';

type Rules = { readonly lookup: Pick<MasterLookup, 'customer'>; readonly leaving: LeavingDesk };
const judgeReversal =
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
      // Of several that are reversed some may be refused: what counts of the others stays counted.
      { ...by, save: undefined },
    );
    return { asks, exceptions: notes };
  };

export const judgeDeposit = ({ witnesses, ...rules }: Rules & { readonly witnesses: Witnesses }) => {
  const [reversal, seen] = [judgeReversal(rules), depositWitness.judgeAction(witnesses)];
  return async (action: Action, document: JudgedDocument<DepositHeader, DepositLine>, by: Saver): Promise<Judged> => {
    const verdicts = [await seen(action, document), await reversal(action, document, by)];
    return {
      asks: verdicts.flatMap(({ asks = [] }) => asks),
      exceptions: verdicts.flatMap(({ exceptions = [] }) => exceptions),
    };
  };
};
