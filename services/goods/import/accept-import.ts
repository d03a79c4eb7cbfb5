/** Writes an import's rows and its acceptance: ids and barcodes are bound first, chunks stay far below the store's limit. */
import { v5 as uuidV5 } from 'uuid';
import { dayOf, isoWithOffset } from '../../contracts/dates.ts';
import { LINES_PER_EVENT } from '../../contracts/document.ts';
import type { Actor } from '../../contracts/route.ts';
import type { EventMeta, NewEvent } from '../../contracts/event.ts';
import { GOODS_SCHEMA, ImportEvent } from '../events.ts';
import { bindImported, liftBarcodes, reserveBarcodes } from '../receipt-ids.ts';
import type { Receipt } from '../state.ts';
import { takenBarcodes } from '../live-checks.ts';
import type { Draft, ImportHead } from './import-rows.ts';
import { importStream, type ImportDeps } from './import-run.ts';

const EVENT_IDS = '0c52a4de-64c1-4a0e-8c8f-52f1a1a6e2b3';
/** Bytes of rows in one event; the store takes 256 KB. */
const CHUNK_BYTES = 200 * 1024;
const BARCODE_TRIES = 5;

export type Acceptance = {
  readonly id: number;
  readonly head: ImportHead;
  readonly fileName: string;
  readonly drafts: readonly Draft[];
  readonly actor: Actor;
};

/** Automatic barcodes that are not in stock: a lost counter would give out old ones, and is lifted above them. */
const freshBarcodes = async ({ db }: ImportDeps, year: number, count: number): Promise<string[]> => {
  const fresh: string[] = [];
  for (let tries = 0; fresh.length < count && tries < BARCODE_TRIES; tries += 1) {
    const reserved = await reserveBarcodes(db, year, count - fresh.length);
    const taken = await takenBarcodes(db, reserved);
    fresh.push(...reserved.filter((barcode) => !taken.has(barcode)));
    if (taken.size > 0) await liftBarcodes(db, year);
  }
  if (fresh.length < count) throw new Error(`no free barcodes left in ${year}`);
  return fresh;
};

const numbered = async (deps: ImportDeps, { id, drafts, actor }: Acceptance): Promise<Receipt[]> => {
  const ids = await deps.ids.several(drafts.length);
  const unnamed = drafts.filter((draft) => draft.barcode === null).length;
  const year = Number(dayOf(actor.now).slice(0, 4));
  const fresh = unnamed === 0 ? [] : await freshBarcodes(deps, year, unnamed);
  const receipts = drafts.map((draft, index): Receipt => ({
    ...draft.receipt,
    receiptId: ids[index] ?? 0,
    barcode: draft.barcode ?? fresh.shift() ?? '',
  }));
  await bindImported(deps.db, id, receipts);
  return receipts;
};

type Chunk = { offset: number; rows: Receipt[]; rowNumbers: number[] };
const chunksOf = (receipts: readonly Receipt[], drafts: readonly Draft[], offset: number): Chunk[] => {
  const chunks: Chunk[] = [];
  let bytes = Infinity;
  for (const [index, receipt] of receipts.entries()) {
    const size = Buffer.byteLength(JSON.stringify(receipt));
    let chunk = chunks.at(-1);
    if (chunk === undefined || bytes + size > CHUNK_BYTES || chunk.rows.length >= LINES_PER_EVENT) {
      chunk = { offset: offset + index, rows: [], rowNumbers: [] };
      chunks.push(chunk);
      bytes = 0;
    }
    chunk.rows.push(receipt);
    chunk.rowNumbers.push(drafts[index]?.row ?? 0);
    bytes += size;
  }
  return chunks;
};

/** A repeat after a fault goes on behind the chunks that are written already: they keep their ids and barcodes. */
export const acceptImport = async (deps: ImportDeps, acceptance: Acceptance): Promise<void> => {
  const { id, head, fileName, drafts, actor } = acceptance;
  const stream = importStream(id);
  const written = await deps.store.read(stream);
  const kept = written.reduce((count, stored) => {
    const event = ImportEvent.parse({ type: stored.type, data: stored.data });
    return event.type === 'ImportRowsWritten' ? count + event.data.rows.length : count;
  }, 0);
  const rest = drafts.slice(kept);
  const receipts = await numbered(deps, { ...acceptance, drafts: rest });
  const meta: EventMeta = {
    key: actor.key,
    correlationId: stream,
    causationId: actor.requestId,
    userId: actor.user.id,
    userName: actor.user.nickName,
    deptId: actor.user.deptId,
    shopId: head.shopId,
    at: isoWithOffset(actor.now),
    schema: GOODS_SCHEMA,
  };
  const { shopId, supplierId, category, batchNo } = head;
  const facts: ImportEvent[] = [
    ...chunksOf(receipts, rest, kept).map((chunk): ImportEvent => ({
      type: 'ImportRowsWritten',
      data: { importId: id, ...chunk },
    })),
    {
      type: 'ImportAccepted',
      data: { importId: id, shopId, supplierId, category, batchNo, fileName, total: drafts.length },
    },
  ];
  let revision = written.at(-1)?.revision ?? -1;
  for (const { type, data } of facts) {
    const name = 'offset' in data ? `${type}/${data.offset}` : type;
    const event: NewEvent = { id: uuidV5(`${stream}/${name}`, EVENT_IDS), type, data, meta };
    revision = (await deps.store.append(stream, revision === -1 ? 'none' : revision, [event])).revision;
  }
};
