/** The log of a house that works: opened, brought after where it was moved, and written to only while it is not being moved. */
import { prepareReadModels, showMadeAhead } from './other-log.ts';
import { openRawStore, shapedStore } from './open-store.ts';
import type { Config } from '../../services/platform/process/config.ts';
import type { EventStore } from '../../services/platform/event-store/port.ts';
import type { Listener } from '../../services/platform/base/listener.ts';
import { followMoved } from '../../services/platform/event-store/log-move/records.ts';
import {
  LOG_MOVED_CHANNEL,
  logPlaceOf,
  movedPositionsOf,
  onConnection,
  storeKindOf,
  type StoreKind,
} from '../../services/platform/event-store/log-move/log-place.ts';
import type { Log } from '../../services/platform/base/log.ts';
import type { Teardown } from '../../services/platform/process/teardown.ts';
import { processesOver } from '../../services/platform/runtime/peers.ts';
import { untilThere } from '../../services/platform/base/until-there.ts';
import { WriterPass } from '../../services/platform/runtime/writer-pass.ts';

class NotYet extends Error {}
const isNotYet = (error: unknown): boolean => error instanceof NotYet;
/** Started over a log that is still being filled, a house waits for the switch: it is there a moment after it. */
const untilMovedHere = async (kind: StoreKind, { url, log, teardown }: Place): Promise<void> => {
  const isFilled = async (): Promise<void> => {
    const found = await onConnection(url, 'log place', logPlaceOf);
    if (found?.filling === kind && found.store !== kind) throw new NotYet();
  };
  const tell = (): void => log.warn('事件日志正在搬到这里，等待切换');
  await untilThere({ ask: isFilled, wrongWith: () => null, isAway: isNotYet, tell }, { signal: teardown.begun });
};

/**
 * Once after a move: positions are others, so the read models that were made ahead are shown, and what is missing of them is made anew.
 * Not before the last process of the old place is gone: it would go on with those of the old log.
 */
const followMovedLog = async (kind: StoreKind, { url, log, teardown }: Place): Promise<void> => {
  const old = kind === 'postgres' ? 'eventstoredb' : 'postgres';
  const areGone = async (): Promise<void> => {
    const left = await onConnection(url, 'log place', async (db) =>
      (await logPlaceOf(db))?.followed === false ? processesOver(db, old) : 0,
    );
    if (left > 0) throw new NotYet();
  };
  const tell = (): void => log.warn('事件日志已搬到这里：等待还在旧地址运行的进程结束');
  await untilThere({ ask: areGone, wrongWith: () => null, isAway: isNotYet, tell }, { signal: teardown.begun });
  const began = performance.now();
  let shown = 0;
  const moved = await onConnection(url, 'log place', async (db) => {
    await prepareReadModels(db);
    return followMoved(db, async () => void (shown = await showMadeAhead(db)));
  });
  const models = shown > 0 ? `${shown} 个读模型已随日志建好` : '读模型按新的位置重建';
  if (moved !== null)
    log.warn(`事件日志已搬到${moved.place}：${models}`, { ms: Math.round(performance.now() - began) });
};

type Place = {
  readonly url: string;
  readonly listener: Listener;
  readonly log: Log;
  readonly teardown: Teardown;
  /** The log was moved away from here while this process worked. */
  readonly onMoved: () => void;
  /** What its saves are written to, where that is not the store itself (tests). */
  readonly writtenTo?: ((store: EventStore) => EventStore) | undefined;
};
/**
 * As it is written, and as the house reads and writes it.
 * @throws {CannotStart} where it lies elsewhere.
 */
export const openHouseLog = async (
  config: Config,
  place: Place,
): Promise<{ readonly written: EventStore; readonly opened: EventStore }> => {
  const { url, listener, log, teardown, onMoved, writtenTo = (store) => store } = place;
  const kind = storeKindOf(config.eventStoreUrl);
  await untilMovedHere(kind, place);
  const written = await openRawStore(config, url, { listener, log, signal: teardown.begun });
  teardown.add('event store', () => written.close());
  await followMovedLog(kind, place);
  const shaped = shapedStore(writtenTo(written), await movedPositionsOf(url));
  listener.listen(LOG_MOVED_CHANNEL, onMoved);
  if (config.eventStoreUrl === undefined) return { written, opened: shaped };
  const pass = new WriterPass(url, log);
  teardown.add('pass to write to the log', () => pass.close());
  return { written, opened: pass.guarded(shaped) };
};
