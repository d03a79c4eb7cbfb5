/** The sample projections filled in a process of their own. */
import { openPostgresEventStore } from '../../../services/platform/event-store/postgres/index.ts';
import type { EventStore, History } from 'services/event-store/port';
import { fillHere } from '../rebuild/rebuild-child.ts';
import { movements, stock } from './samples.ts';

/** Reads, and never comes to the end: as a process that hangs in the middle of a table. */
const hanging = (store: EventStore): EventStore => {
  const past = store.history!.bind(store);
  const history = async function* (wanted: History) {
    yield* past(wanted);
    await new Promise(() => undefined);
  };
  return Object.assign(store, { history });
};

fillHere({
  projections: [stock(), movements],
  open: async (url, { ends, hangs }) => {
    if (ends !== undefined) process.exit(1);
    const store = await openPostgresEventStore({ url });
    return hangs === undefined ? store : hanging(store);
  },
});
