/** The log of the house: which store keeps it, what may be written to it, and in which shapes it is read. */
import { EVENT_SCHEMAS, EVENT_SHAPES } from './event-schemas.ts';
import { CannotStart } from '../../services/platform/base/cannot-start.ts';
import type { Config } from '../../services/platform/process/config.ts';
import type { Listener } from '../../services/platform/base/listener.ts';
import { assertLogHere } from './mistaken-closing.ts';
import { movedPositionsOf, storeKindOf } from '../../services/platform/event-store/log-move/log-place.ts';
import { stderrLog, type Log } from '../../services/platform/base/log.ts';
import type { EventStore } from '../../services/platform/event-store/port.ts';
import { withMovedPositions, type MovedPositions } from '../../services/platform/event-store/moved-positions.ts';
import { openPostgresEventStore } from '../../services/platform/event-store/postgres/index.ts';
import { upcasting } from '../../services/platform/event-store/upcasting.ts';
import { writable } from '../../services/platform/event-store/writable.ts';

/** The client takes an address apart at once, and reads the files that it names. */
const addressed = <Store>(open: () => Store): Store => {
  try {
    return open();
  } catch (error) {
    const sentence = '事件存储地址（EVENT_STORE_URL）有误：请核对主机、参数和证书文件';
    throw new CannotStart(sentence, { cause: error });
  }
};
/** Loaded where it is asked for: its client takes 7 MB of every process. */
type Surroundings = {
  readonly listener?: Listener;
  /** What marks the process, where it has no listener. */
  readonly process?: string;
  readonly log?: Log;
  readonly signal?: AbortSignal;
};
/** EventStoreDB as it is, once it answers; without a way to read all of its past. @throws {CannotStart} */
export const openEventStoreDbAt = async (
  connectionString: string,
  { log = stderrLog, signal }: Surroundings,
): Promise<EventStore> => {
  const [{ openEventStoreDb }, { untilReachable }] = await Promise.all([
    import('../../services/platform/event-store/eventstoredb/index.ts'),
    import('../../services/platform/event-store/eventstoredb/reachable.ts'),
  ]);
  const store = addressed(() => openEventStoreDb({ connectionString }));
  try {
    const wrong = await untilReachable(store, (message) => log.warn(message), { signal });
    if (wrong !== null) throw new CannotStart(wrong);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
};
const openOther = async (connectionString: string, url: string, surroundings: Surroundings): Promise<EventStore> => {
  const { spooled } = await import('../../services/platform/event-store/spool.ts');
  const store = await openEventStoreDbAt(connectionString, surroundings);
  const { listener, process = listener?.process } = surroundings;
  return Object.assign(store, { history: spooled(store, url, process) });
};
/** The log as it is kept: for whoever copies it. @throws {CannotStart} where it was moved elsewhere. */
export const openRawStore = async (
  { eventStoreUrl }: Pick<Config, 'eventStoreUrl'>,
  url: string,
  surroundings: Surroundings = {},
): Promise<EventStore> => {
  // Whoever only asks whether the store is there has no database yet.
  if (url !== '') await assertLogHere(url, storeKindOf(eventStoreUrl));
  return eventStoreUrl === undefined
    ? openPostgresEventStore({ url, listener: surroundings.listener })
    : openOther(eventStoreUrl, url, surroundings);
};
/** The same log as the house reads and writes it. */
export const shapedStore = (written: EventStore, moved: MovedPositions): EventStore =>
  upcasting(withMovedPositions(writable(written, EVENT_SCHEMAS), moved), EVENT_SHAPES);
export const openStore = async (
  config: Pick<Config, 'eventStoreUrl'>,
  url: string,
  surroundings: Surroundings = {},
): Promise<EventStore> => {
  const written = await openRawStore(config, url, surroundings);
  return shapedStore(written, await movedPositionsOf(url));
};
