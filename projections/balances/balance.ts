/** customer_balances: what a customer has in each account, and what documents keep of it (R79). */
import type { Recorded } from 'services/event-store/port';
import { BALANCE_EVENT_TYPES, type BalanceEvent, type Reservation } from 'services/balance/contract';
import { keyed, type Row } from '../platform/projection/projection.ts';

type Holds = Readonly<Record<string, Reservation>>;
type Amounts = Readonly<Record<string, number>>;
type BalanceRow = Row & { readonly customer_id: number; readonly balances: Amounts; readonly holds: Holds };
type Change = { readonly balances?: Amounts; readonly holds?: Holds };

const without = (holds: Holds, ...keys: readonly (string | undefined)[]): Holds =>
  Object.fromEntries(Object.entries(holds).filter(([key]) => !keys.includes(key)));
/** A claim is kept like a reservation until the posting is taken back. */
const changeOf = ({ type, data }: BalanceEvent, holds: Holds): Change => {
  switch (type) {
    case 'BalanceHeld': {
      const { key, account, takenFen, replaces } = data;
      return { holds: { ...holds, [key]: { account, takenFen, ...(replaces !== undefined && { replaces }) } } };
    }
    case 'BalanceHoldReleased':
      return { holds: without(holds, data.key) };
    case 'BalancePosted':
      return {
        balances: { [data.account]: data.balanceFen },
        holds: without(holds, data.key, holds[data.key]?.replaces),
      };
    case 'BalanceClaimed':
      return { holds: { ...holds, [data.claimKey]: { account: data.account, takenFen: data.amountFen } } };
    case 'BalanceClaimReleased':
      return { holds: without(holds, data.claimKey) };
    case 'BalancePostingReversed':
      return {
        balances: { [data.account]: data.balanceFen },
        holds: {
          ...without(holds, data.claimKey),
          [data.holdKey]: { account: data.account, takenFen: data.takenFen },
        },
      };
    case 'BalanceHandedOver':
    case 'BalanceTakenOver':
    case 'BalanceHandOverUndone':
      return { balances: Object.fromEntries(data.moved.map(({ account, balanceFen }) => [account, balanceFen])) };
  }
};

const fold = (rows: readonly BalanceRow[], recorded: Recorded): readonly BalanceRow[] => {
  const event = recorded as unknown as BalanceEvent;
  const before = rows[0] ?? { customer_id: event.data.customerId, balances: {}, holds: {} };
  const { balances = {}, holds = before.holds } = changeOf(event, before.holds);
  return [{ ...before, balances: { ...before.balances, ...balances }, holds }];
};

export const customerBalances = keyed<BalanceRow>({
  name: 'customer-balances',
  version: 1,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'customer_balances',
  events: BALANCE_EVENT_TYPES,
  key: 'customer_id',
  identity: ['customer_id'],
  keyOf: (event) => event.data.customerId as number,
  fold,
});
