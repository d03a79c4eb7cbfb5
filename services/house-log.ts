/** The log of a house that works: opened, brought after where it was moved, and written to only while it is not being moved. */
import { openRawStore, shapedStore } from './open-store.ts';
import { makeReadModelsAnew } from './other-log.ts';
import type { Config } from './platform/config.ts';
import type { EventStore } from './platform/event-store/port.ts';
import type { Listener } from './platform/listener.ts';
import { followMoved } from './platform/log-move/records.ts';
import {
  LOG_MOVED_CHANNEL,
  logPlaceOf,
  movedPositionsOf,
  onConnection,
  storeKindOf,
  type StoreKind,
} from './platform/log-place.ts';
import type { Log } from './platform/log.ts';
import type { Teardown } from './platform/teardown.ts';
import { untilThere } from './platform/until-there.ts';
import { WriterPass } from './platform/writer-pass.ts';

/** Once after a move: its positions are others, so read models are made anew and nobody has to ask for it. */
const followMovedLog = async (url: string, log: Log): Promise<void> => {
  const began = performance.now();
  const moved = await onConnection(url, 'log place', (db) => followMoved(db, () => makeReadModelsAnew(url)));
  if (moved !== null)
    log.warn(`事件日志已搬到${moved.place}：读模型按新的位置重建`, { ms: Math.round(performance.now() - began) });
};

class NotYet extends Error {}
/** Started over a log that is still being filled, a house waits for the switch: it is there a moment after it. */
const untilMovedHere = async (kind: StoreKind, { url, log, teardown }: Place): Promise<void> => {
  const isFilled = async (): Promise<void> => {
    const found = await onConnection(url, 'log place', logPlaceOf);
    if (found?.filling === kind && found.store !== kind) throw new NotYet();
  };
  const tell = (): void => log.warn('事件日志正在搬到这里，等待切换');
  const isAway = (error: unknown): boolean => error instanceof NotYet;
  await untilThere({ ask: isFilled, wrongWith: () => null, isAway, tell }, { signal: teardown.begun });
};

type Place = {
  readonly url: string;
  readonly listener: Listener;
  readonly log: Log;
  readonly teardown: Teardown;
  /** The log was moved away from here while this process worked. */
  readonly onMoved: () => void;
};
/**
 * As it is written, and as the house reads and writes it.
 * @throws {CannotStart} where it lies elsewhere.
 */
export const openHouseLog = async (
  config: Config,
  place: Place,
): Promise<{ readonly written: EventStore; readonly opened: EventStore }> => {
  const { url, listener, log, teardown, onMoved } = place;
  await untilMovedHere(storeKindOf(config.eventStoreUrl), place);
  const written = await openRawStore(config, url, { listener, log, signal: teardown.begun });
  teardown.add('event store', () => written.close());
  await followMovedLog(url, log);
  const shaped = shapedStore(written, { ...config, moved: await movedPositionsOf(url) });
  listener.listen(LOG_MOVED_CHANNEL, onMoved);
  if (config.eventStoreUrl === undefined) return { written, opened: shaped };
  const pass = new WriterPass(url, log);
  teardown.add('pass to write to the log', () => pass.close());
  return { written, opened: pass.guarded(shaped) };
};
