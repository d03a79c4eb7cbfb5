/** Stored value over the event store: one stream a customer. */
import type { JsonObject, Recorded } from '../contracts/event.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { Handled, Recipient, Save } from '../contracts/save.ts';
import type { Actor } from '../contracts/user.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { loadState } from '../platform/streams/handle.ts';
import { Steps } from '../platform/streams/steps.ts';
import type { BalanceCommand } from './commands.ts';
import { BALANCE_SCHEMA, BalanceEvent, balanceStream, type BalanceDesk } from './contract.ts';
import { balanceDecider } from './decider.ts';
import type { BalanceFact, BalanceState } from './state.ts';

/** Number of the state's shape and of the fold that makes it: snapshots of another one are not read (ADR 0034). */
const BALANCE_STATE = 1;
type StoredFact = BalanceFact & { readonly data: JsonObject };

export const parseBalanceEvent = ({
  type,
  data,
  meta: { at },
}: Pick<Recorded, 'type' | 'data' | 'meta'>): BalanceFact => ({
  ...BalanceEvent.parse({ type, data }),
  at,
});
const RECIPIENT: Recipient<BalanceState, BalanceCommand, StoredFact> = {
  decider: balanceDecider,
  parse: parseBalanceEvent,
  schema: BALANCE_SCHEMA,
  remember: true,
  snapshot: BALANCE_STATE,
};

/** One key per command and stream: an order that is edited and audited in one breath sends several. */
const tagOf = (command: BalanceCommand): string => {
  if ('mergeId' in command) return `${command.type}/${command.mergeId}/${command.doing}`;
  return `${command.type}/${'claimKey' in command ? command.claimKey : command.key}`;
};

export type CustomerBalances = {
  readonly apply: (
    command: BalanceCommand,
    by: { readonly actor: Actor; readonly save?: Save | undefined },
  ) => Promise<Handled<BalanceState, StoredFact> | Refusal>;
  readonly stateOf: (customerId: number) => Promise<BalanceState>;
};
export const createBalances = ({ store }: { readonly store: EventStore }): CustomerBalances => {
  const stateOf = (customerId: number) => loadState({ ...RECIPIENT, store }, balanceStream(customerId));
  return {
    apply: (command, { actor, save = new Steps(store) }) =>
      save.send(RECIPIENT, balanceStream(command.customerId), command, { actor, shopId: null, tag: tagOf(command) }),
    stateOf: async (customerId) => (await stateOf(customerId)).state,
  };
};

/** What merges of customers see of it. */
export const balanceDesk = (balances: CustomerBalances): BalanceDesk => ({
  move: async (command, actor) => {
    const done = await balances.apply(command, { actor });
    if (isRefusal(done)) return done;
    const { state, position } = done;
    return { position, moved: state.moves.get(`${command.mergeId}/${command.doing}`) ?? {} };
  },
  of: async (customerId) => (await balances.stateOf(customerId)).balances,
  mergedOf: async (customerId, mergeId) => (await balances.stateOf(customerId)).moves.get(`${mergeId}/merge`) ?? {},
});
