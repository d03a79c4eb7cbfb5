/** An event as it goes to Kafka. */
import type { Recorded } from 'services/event-store/port';
import { withoutCost } from 'services/contracts/cost';
import { hasCost, messageSchema, type EventShape } from './contract.ts';
import { leavingOut, type LeaveOut } from './left-out.ts';

export type Message = {
  readonly topic: string;
  readonly key: string;
  readonly value: string;
  readonly headers: { readonly eventId: string; readonly type: string; readonly position: string };
};
export type Telling = {
  /** Before the category, with or without the dot between them. */
  readonly topicPrefix: string;
  /** Personal fields go too. */
  readonly personal: boolean;
  /** What tells the cost of goods goes too. */
  readonly cost: boolean;
  /** Every event of the house by its type. */
  readonly schemas: ReadonlyMap<string, EventShape>;
};

/** What no topic's name may hold becomes `_`. */
const named = (text: string): string => text.replaceAll(/[^A-Za-z0-9._-]/g, '_');
/** A stream's category is what stands before its first hyphen. */
const categoryOf = (stream: string): string => stream.split('-', 1)[0] ?? stream;
export const topicOf = (prefix: string, stream: string): string =>
  named(`${prefix.replace(/\.$/, '')}.${categoryOf(stream)}`);

const asIs: LeaveOut = (value) => value;
/** Of an event that nobody knows any more nothing is known to be harmless. */
const onlyThatItWas: LeaveOut = (value) => ({ ...(value as object), by: {}, data: {} });
/** What the board buys at hangs in the shop. */
const BOARD = 'GoldPricesQuoted';
const withoutPersons = (event: EventShape): LeaveOut => leavingOut(messageSchema(event)) ?? asIs;
const withoutCosts = (event: EventShape): LeaveOut =>
  event.shape.type.value !== BOARD && hasCost(messageSchema(event)) ? withoutCost : asIs;
const leavingOutOf = ({ personal, cost, schemas }: Telling): ((type: string) => LeaveOut) => {
  if (personal && cost) return () => asIs;
  const known = new Map(
    [...schemas].map(([type, event]): readonly [string, LeaveOut] => {
      const parts = [personal ? asIs : withoutPersons(event), cost ? asIs : withoutCosts(event)];
      const leave = parts.filter((part) => part !== asIs);
      return [type, (value) => leave.reduce((left, part) => part(left), value)];
    }),
  );
  return (type) => known.get(type) ?? onlyThatItWas;
};

/** Tells an event as Kafka hears it. */
export const messages = (telling: Telling): ((event: Recorded) => Message) => {
  const leavingOutFor = leavingOutOf(telling);
  const topics = new Map<string, string>();
  const topicFor = (stream: string): string => {
    const category = categoryOf(stream);
    const topic = topics.get(category) ?? topicOf(telling.topicPrefix, stream);
    topics.set(category, topic);
    return topic;
  };
  return ({ id, type, stream, revision, position, meta: { at, userId, userName, shopId }, data }) => {
    const by = { userId, userName, shopId };
    const value = leavingOutFor(type)({ eventId: id, type, stream, revision, position, at, by, data });
    return {
      topic: topicFor(stream),
      key: stream,
      value: JSON.stringify(value),
      headers: { eventId: id, type, position: String(position) },
    };
  };
};
