/** Follows the log: load the keys of a batch, fold, write with the checkpoint; the next batch is read meanwhile. */
import type { Position } from 'services/event-store/port';
import type { FollowedTable } from './followed-table.ts';
import { Inbox, type Batch } from './inbox.ts';
import { Writer, type CarriedOn } from './batch-writer.ts';

const LIVE_BATCH = 1_000;
/** Long, so that what happens to a key within a short time is written once. */
const CATCH_UP_BATCH = 10_000;

/** null: the log is quiet, or the signal of the inbox aborted. */
async function nextBatch(writer: Writer, inbox: Inbox): Promise<Batch | null> {
  await writer.gather();
  return writer.live ? inbox.take(LIVE_BATCH, writer.patience()) : inbox.takeMany(CATCH_UP_BATCH);
}

/** Folds the batch and begins to write it; of one without events, how far it reaches. */
async function written(writer: Writer, batch: Batch | null, carried: CarriedOn): Promise<CarriedOn> {
  if (batch !== null && batch.events.length > 0) return writer.take(batch, carried);
  await writer.skipTo(batch);
  return carried;
}

/**
 * Runs until `signal` aborts (the batch at work is finished) or, with `onceCaughtUp`, until caught up; answers the
 * position it wrote.
 * An event that the fold or the table does not take parks its key; everything else goes on.
 * @throws {ProjectionFailed} on a write that no event is to blame for, or when too many keys are parked.
 * @throws {LostLease} when another runner moved the checkpoint.
 * @throws faults of the place ({@link isOfPlace}).
 */
export async function follow(run: FollowedTable): Promise<Position> {
  const ended = new AbortController();
  const signal = AbortSignal.any([run.signal, ended.signal]);
  const inbox = new Inbox(run, { after: run.from, events: run.table.projection.events, signal });
  const writer = new Writer(run, inbox);
  run.began?.(inbox);
  try {
    let carried = await writer.nothingCarried();
    for (;;) {
      const batch = await nextBatch(writer, inbox);
      if (batch === null && run.signal.aborted) break;
      carried = await written(writer, batch, carried);
      if (batch?.caughtUp === true && !writer.live) {
        await writer.settle();
        run.caughtUp();
        if (run.onceCaughtUp === true) break;
      }
    }
    return await writer.finish();
  } finally {
    ended.abort();
    await writer.rest();
  }
}
