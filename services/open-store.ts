/** The log of the house: which store keeps it, and what may be written to it. */
import { EVENT_SCHEMAS } from './event-schemas.ts';
import type { Config } from './platform/config.ts';
import { streamByStream } from './platform/event-store/appending.ts';
import type { EventStore } from './platform/event-store/port.ts';
import { openPostgresEventStore } from './platform/event-store/postgres/index.ts';
import { writable } from './platform/event-store/writable.ts';

/** Loaded where it is asked for: its client takes 7 MB of every process. */
const openOther = async (connectionString: string): Promise<EventStore> => {
  const { openEventStoreDb } = await import('./platform/event-store/eventstoredb/index.ts');
  return openEventStoreDb({ connectionString });
};
export const openStore = async (
  config: Pick<Config, 'eventStoreUrl' | 'oneAppend'>,
  url: string,
): Promise<EventStore> => {
  const store =
    config.eventStoreUrl === undefined ? await openPostgresEventStore({ url }) : await openOther(config.eventStoreUrl);
  return writable(config.oneAppend ? store : streamByStream(store), EVENT_SCHEMAS);
};
