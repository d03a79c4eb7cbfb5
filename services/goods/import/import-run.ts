/**
 * The import's own saga, from its stream alone: rows in chunks and ImportAccepted, then one receipt per piece, then
 * ImportCompleted. A barcode taken meanwhile: first ImportWithdrawn, then everything is taken back. Whoever runs it
 * (the request, or the watcher after a crash) may repeat every step; who loses a race follows what the stream says.
 */
import { v5 as uuidV5 } from 'uuid';
import { isRefusal } from '../../contracts/refusal.ts';
import { NOBODY } from '../../contracts/user.ts';
import type { DatabasePool } from 'slonik';
import {
  StoreUnavailable,
  WrongExpectedRevision,
  type EventMeta,
  type EventStore,
  type NewEvent,
  type Position,
} from '../../platform/event-store/port.ts';
import { handle } from '../../platform/streams/handle.ts';
import { inFlight } from '../../platform/base/in-flight.ts';
import type { Log } from '../../platform/base/log.ts';
import type { WireIds } from '../../platform/streams/wire-ids.ts';
import { goodsStream } from '../contract.ts';
import { GOODS_SCHEMA, ImportEvent } from '../events.ts';
import type { GoodsRecipient } from '../pieces.ts';
import type { Receipt } from '../state.ts';
import { closeJob, progress } from './import-jobs.ts';

export const importStream = (id: number): string => `import-${id}`;
const EVENT_IDS = 'a2c1a1de-6f0c-4c55-9d1e-3d1f6bb7a9c4';
const IN_FLIGHT = 64;
const PROGRESS_EVERY = 500;

export type ImportDeps = {
  readonly store: EventStore;
  readonly db: DatabasePool;
  readonly ids: WireIds;
  readonly recipient: GoodsRecipient;
  readonly log: Log;
};
type Problem = { readonly row: number; readonly barcode: string; readonly message: string };
export type ImportOutcome =
  | {
      readonly state: 'completed';
      readonly total: number;
      readonly receipts: readonly Receipt[];
      readonly position: Position;
    }
  | { readonly state: 'withdrawn'; readonly problems: readonly Problem[] }
  /** Never accepted: there is nothing to go on with. */
  | { readonly state: 'absent' };

type ImportState = {
  readonly meta: EventMeta | null;
  readonly revision: number;
  readonly position: Position;
  readonly receipts: readonly Receipt[];
  readonly rowNumbers: readonly number[];
  readonly end: Extract<ImportEvent, { type: 'ImportCompleted' | 'ImportWithdrawn' }> | null;
};
const load = async (store: EventStore, id: number): Promise<ImportState> => {
  const recorded = await store.read(importStream(id));
  const receipts: Receipt[] = [];
  const rowNumbers: number[] = [];
  let meta: EventMeta | null = null;
  let end: ImportState['end'] = null;
  for (const stored of recorded) {
    const event = ImportEvent.parse({ type: stored.type, data: stored.data });
    if (event.type === 'ImportRowsWritten') {
      receipts.push(...event.data.rows);
      rowNumbers.push(...event.data.rowNumbers);
    } else if (event.type === 'ImportAccepted') meta = stored.meta;
    else end ??= event;
  }
  const last = recorded.at(-1);
  return { meta, receipts, rowNumbers, end, revision: last?.revision ?? -1, position: last?.position ?? -1 };
};

const actorOf = (meta: EventMeta, id: number) => ({
  key: `import-${id}`,
  requestId: meta.causationId,
  now: new Date(meta.at),
  user: { ...NOBODY, id: meta.userId, nickName: meta.userName, deptId: meta.deptId ?? null },
});

/** Receives one piece: straight onto an empty stream, through the decider where something is there already. */
const receivePiece = async (
  deps: ImportDeps,
  id: number,
  meta: EventMeta,
  receipt: Receipt,
): Promise<string | null> => {
  const stream = goodsStream(receipt.barcode);
  const event: NewEvent = {
    id: uuidV5(`import-${id}/${receipt.receiptId}`, EVENT_IDS),
    type: 'GoodsReceived',
    data: receipt,
    meta: { ...meta, correlationId: importStream(id), shopId: receipt.shopId, schema: GOODS_SCHEMA },
  };
  try {
    await deps.store.append(stream, 'none', [event]);
    return null;
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision || error instanceof StoreUnavailable)) throw error;
  }
  const options = { actor: actorOf(meta, id), shopId: receipt.shopId, correlationId: importStream(id) };
  const outcome = await handle(deps.recipient, stream, { type: 'ReceiveGoods', receipt }, options);
  return isRefusal(outcome) ? outcome.message : null;
};

const takeBack = async (deps: ImportDeps, id: number, { receipts, meta }: ImportState): Promise<void> => {
  if (meta === null) return;
  await inFlight(
    receipts,
    async ({ barcode, receiptId, shopId }) => {
      const options = { actor: actorOf(meta, id), shopId, correlationId: importStream(id) };
      const outcome = await handle(
        deps.recipient,
        goodsStream(barcode),
        { type: 'WithdrawReceipt', receiptId },
        options,
      );
      // Another record's barcode, or a piece that never arrived: nothing of ours lies there.
      if (isRefusal(outcome) && !['goods.unknown', 'goods.receipt_unknown'].includes(outcome.code)) {
        deps.log.error('import not taken back', { importId: id, barcode, code: outcome.code });
      }
    },
    IN_FLIGHT,
  );
};

/** Says how it ended, unless somebody else said it first: then that stands. */
const conclude = async (deps: ImportDeps, id: number, loaded: ImportState, end: ImportEvent): Promise<ImportState> => {
  const { meta, revision } = loaded;
  if (meta === null) return loaded;
  const event: NewEvent = {
    id: uuidV5(`import-${id}/${end.type}`, EVENT_IDS),
    type: end.type,
    data: end.data,
    meta: { ...meta, shopId: meta.shopId },
  };
  try {
    await deps.store.append(importStream(id), revision, [event]);
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
  return load(deps.store, id);
};

const follow = async (deps: ImportDeps, id: number, loaded: ImportState): Promise<ImportOutcome> => {
  if (loaded.end?.type === 'ImportWithdrawn') {
    await takeBack(deps, id, loaded);
    await closeJob(deps.db, id, 'withdrawn');
    return { state: 'withdrawn', problems: loaded.end.data.problems };
  }
  await closeJob(deps.db, id, 'completed');
  const { receipts, position } = loaded;
  return { state: 'completed', total: receipts.length, receipts, position };
};

const receiveAll = async (deps: ImportDeps, id: number, loaded: ImportState, meta: EventMeta): Promise<Problem[]> => {
  const problems: Problem[] = [];
  let done = 0;
  await inFlight(
    loaded.receipts,
    async (receipt, index) => {
      const message = await receivePiece(deps, id, meta, receipt);
      const { barcode } = receipt;
      if (message !== null) problems.push({ row: loaded.rowNumbers[index] ?? index + 1, barcode, message });
      done += 1;
      if (done % PROGRESS_EVERY === 0) await progress(deps.db, id, done);
    },
    IN_FLIGHT,
  );
  return problems;
};

/** Brings an accepted import to its end, from wherever it stands. */
export const runImport = async (deps: ImportDeps, id: number): Promise<ImportOutcome> => {
  const loaded = await load(deps.store, id);
  if (loaded.meta === null) return { state: 'absent' };
  if (loaded.end !== null) return follow(deps, id, loaded);
  // Before the first piece: whoever finds half of them has to find the import, too.
  await progress(deps.db, id, 0);
  const problems = await receiveAll(deps, id, loaded, loaded.meta);
  const end: ImportEvent =
    problems.length === 0
      ? { type: 'ImportCompleted', data: { importId: id, total: loaded.receipts.length } }
      : { type: 'ImportWithdrawn', data: { importId: id, problems: problems.slice(0, 200) } };
  return follow(deps, id, await conclude(deps, id, loaded, end));
};
