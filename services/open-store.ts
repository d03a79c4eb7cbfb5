/** The log of the house: which store keeps it, and what may be written to it. */
import { EVENT_SCHEMAS } from './event-schemas.ts';
import type { Config } from './platform/config.ts';
import { openEventStoreDb } from './platform/event-store/eventstoredb/index.ts';
import type { EventStore } from './platform/event-store/port.ts';
import { openPostgresEventStore } from './platform/event-store/postgres/index.ts';
import { writable } from './platform/event-store/writable.ts';

export const openStore = async (config: Config, url: string): Promise<EventStore> => {
  const store =
    config.eventStoreUrl === undefined
      ? await openPostgresEventStore({ url })
      : openEventStoreDb({ connectionString: config.eventStoreUrl });
  return writable(store, EVENT_SCHEMAS);
};
