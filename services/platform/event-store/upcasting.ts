/**
 * The last door of what is read: an event of an earlier shape comes out of `read`, `subscribe` and `history` in the shape
 * of today, so no fold and no decider knows another one. What only the events before it in its stream can tell stays a
 * step of the fold (documents/upcast.ts).
 */
import type { EventStore, Feed, History, Recorded, Upcast } from './port.ts';
import { storeWith } from './store-with.ts';

/** `schema`: the number of today's shape, which new events carry. */
export type EventShape = { readonly schema: number; readonly upcast: Upcast };
export type EventShapes = ReadonlyMap<string, EventShape>;

/** The event in today's shape; itself where it is, or where its type is none of ours. */
export const upcastBy =
  (shapes: EventShapes) =>
  <Event extends Pick<Recorded, 'type' | 'data' | 'meta'>>(event: Event): Event => {
    const shape = shapes.get(event.type);
    const { schema } = event.meta;
    if (shape === undefined || schema >= shape.schema) return event;
    return { ...event, data: shape.upcast(event.data, schema), meta: { ...event.meta, schema: shape.schema } };
  };

/** The same store, whose events are all of today's shapes. */
export const upcasting = (store: EventStore, shapes: EventShapes): EventStore => {
  const upcast = upcastBy(shapes);
  const read: EventStore['read'] = async (...asked) => (await store.read(...asked)).map(upcast);
  const subscribe = async function* (...asked: Parameters<EventStore['subscribe']>): AsyncGenerator<Feed> {
    for await (const fed of store.subscribe(...asked)) {
      yield fed.kind === 'event' ? { ...fed, event: upcast(fed.event) } : fed;
    }
  };
  const history = async function* (wanted: History): AsyncGenerator<readonly Recorded[]> {
    for await (const batch of store.history?.(wanted) ?? []) yield batch.map(upcast);
  };
  return storeWith(store, { read, subscribe, history: store.history === undefined ? undefined : history });
};
