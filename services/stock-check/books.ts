/** What the books of a check hold in all: the holdings at its position, of its shop, category and style. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import type { Recorded } from '../contracts/event.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { afterScan, checkStream, type CheckTotals } from './contract.ts';
import { parseCheckEvent, type CheckState } from './decider.ts';
import { bookTotals } from './live-checks.ts';

const BOOKS = ['holding', 'goods-in'];
const WAIT_MS = 2_000;
const POLL_MS = 50;
const Reached = z.object({ reached: z.boolean() });
/** Whether the read models of the books have passed the position; waits ≤ 2 s for them. */
export const booksReach = async (db: DatabasePool, position: number): Promise<boolean> => {
  for (const end = Date.now() + WAIT_MS; ; await pause(POLL_MS)) {
    const { reached } = await db.one(sql.type(Reached)`
      SELECT count(*) = ${BOOKS.length} AS reached FROM projection.checkpoint
      WHERE state = 'live' AND name = ANY(${sql.array(BOOKS, 'text')}) AND position >= ${position}`);
    if (reached || Date.now() > end) return reached;
  }
};

const ParkedBook = z.object({ stream: z.string() });
const ofShop = ({ data }: Recorded, shopId: number): boolean =>
  Object.entries(data).some(([field, value]) => /shopId$/i.test(field) && value === shopId);
/** Whether something that the books of a shop are made of is set aside: the piece or the check itself was not taken. */
export const booksLack = async (
  db: DatabasePool,
  store: Pick<EventStore, 'read'>,
  { stream, shopId }: { readonly stream: string; readonly shopId: number },
): Promise<boolean> => {
  const parked = await db.any(sql.type(ParkedBook)`
    SELECT DISTINCT p.stream FROM projection.parked p JOIN projection.checkpoint c ON c.schema = p.schema
    WHERE c.state = 'live' AND c.name = ANY(${sql.array([...BOOKS, 'stock-checks', 'stock-check-counts'], 'text')})`);
  for (const one of parked) {
    if (one.stream === stream) return true;
    if (one.stream.startsWith('check-')) continue;
    if ((await store.read(one.stream)).some((event) => ofShop(event, shopId))) return true;
  }
  return false;
};

export type Counts = Map<string, { factNum: number; scanNum: number }>;
/** Counted and scanned quantities by barcode, of the round that stands, out of the check's own events, or of those after `known`. */
export const countsOf = (events: readonly Recorded[], known: Counts = new Map()): Counts => {
  let counts = known;
  for (const recorded of events) {
    const event = parseCheckEvent(recorded);
    if (event.type === 'StockCheckReset') counts = new Map();
    if (event.type === 'StockCounted') {
      const { barcode } = event.data;
      counts.set(barcode, afterScan(counts.get(barcode) ?? { factNum: 0, scanNum: 0 }, event.data));
    }
    if (event.type === 'StockCountCorrected') {
      const { barcode, factNum, scanNum } = event.data;
      counts.set(barcode, { factNum, scanNum: scanNum ?? counts.get(barcode)?.scanNum ?? 0 });
    }
  }
  return counts;
};

export const countTotals = (events: readonly Recorded[]): Pick<CheckTotals, 'factNum' | 'scanNum'> => {
  let [factNum, scanNum] = [0, 0];
  for (const count of countsOf(events).values()) {
    factNum += count.factNum;
    scanNum += count.scanNum;
  }
  return { factNum, scanNum };
};

/** What stands in books, counts and unfound codes of a check now. */
export const totalsOf = async (
  { master, store }: { readonly master: DatabasePool; readonly store: EventStore },
  id: number,
  state: CheckState,
): Promise<CheckTotals> => {
  const [books, events] = await Promise.all([bookTotals(master, state), store.read(checkStream(id))]);
  const { lines: lineCount, pieces: bookNum } = books;
  return { lineCount, bookNum, ...countTotals(events), notFound: state.notFound.length };
};
