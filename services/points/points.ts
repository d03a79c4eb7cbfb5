/** Points over the event store: one stream a customer. */
import type { JsonObject, Recorded } from '../contracts/event.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { Handled, Recipient, Save } from '../contracts/save.ts';
import type { Actor } from '../contracts/user.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { loadState } from '../platform/streams/handle.ts';
import { Steps } from '../platform/streams/steps.ts';
import { POINTS_SCHEMA, PointsEvent, pointsStream } from './contract.ts';
import type { PointsCommand } from './commands.ts';
import { pointsDecider } from './decider.ts';
import type { PointsFact, PointsState } from './state.ts';

/** Number of the state's shape and of the fold that makes it: snapshots of another one are not read (ADR 0034). */
const POINTS_STATE = 1;
type StoredFact = PointsFact & { readonly data: JsonObject };

export const parsePointsEvent = ({
  type,
  data,
  meta: { at },
}: Pick<Recorded, 'type' | 'data' | 'meta'>): PointsFact => ({
  ...PointsEvent.parse({ type, data }),
  at,
});
const RECIPIENT: Recipient<PointsState, PointsCommand, StoredFact> = {
  decider: pointsDecider,
  parse: parsePointsEvent,
  schema: POINTS_SCHEMA,
  remember: true,
  snapshot: POINTS_STATE,
};

/** One key per command and stream: an order that is edited and audited in one breath sends several. */
const tagOf = (command: PointsCommand): string => {
  if ('mergeId' in command) return `${command.type}/${command.mergeId}/${command.doing}`;
  const key = 'claimKey' in command ? command.claimKey : 'key' in command ? command.key : '';
  return `${command.type}/${key}`;
};

export type Points = {
  readonly apply: (
    command: PointsCommand,
    by: { readonly actor: Actor; readonly save?: Save | undefined },
  ) => Promise<Handled<PointsState, StoredFact> | Refusal>;
  /** Why it would be refused now; 'known': the same command did it already. */
  readonly foresee: (command: PointsCommand, by: Actor) => Promise<Refusal | 'known' | null>;
  readonly stateOf: (customerId: number) => Promise<PointsState>;
};
export const createPoints = ({ store }: { readonly store: EventStore }): Points => {
  const stateOf = (customerId: number) => loadState({ ...RECIPIENT, store }, pointsStream(customerId));
  return {
    apply: (command, { actor, save = new Steps(store) }) =>
      save.send(RECIPIENT, pointsStream(command.customerId), command, { actor, shopId: null, tag: tagOf(command) }),
    foresee: async (command, by) => {
      const { state, wrote } = await stateOf(command.customerId);
      if (wrote(by, tagOf(command))) return 'known';
      const verdict = pointsDecider.decide(command, state);
      return isRefusal(verdict) ? verdict : null;
    },
    stateOf: async (customerId) => (await stateOf(customerId)).state,
  };
};
