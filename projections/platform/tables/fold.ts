/** Folds a batch in memory: no I/O, used by the live runner and by the rebuild alike. What throws parks its key. */
import type { Recorded } from 'services/event-store/port';
import { isOfPlace } from 'services/platform/base/faults';
import { ProjectionFailed } from '../projection/failures.ts';
import type { Parking } from '../parking/parking.ts';
import type { KeyedProjection, LedgerProjection, Row } from '../projection/projection.ts';

export type Key = string | number;
export type KeyedRows = Map<Key, readonly Row[]>;
/** What one batch does to the table. */
export type Changes = {
  readonly upserts: readonly Row[];
  /** Rows that were there, by the columns that changed: the others are neither sent nor written. */
  readonly updates: readonly Update[];
  readonly deletes: readonly Row[];
};
export const changesNothing = ({ upserts, updates, deletes }: Changes): boolean =>
  upserts.length + updates.length + deletes.length === 0;
export type Update = { readonly columns: readonly string[]; readonly rows: readonly Row[] };

const NO_ROWS: readonly Row[] = [];

/**
 * Parks the key of an event that was not taken.
 * @throws the cause again where it is no fault of the event: memory that is out, or a projection that has to stop.
 */
export function setAside(parking: Parking, event: Recorded, cause: unknown): void {
  if (cause instanceof ProjectionFailed || isOfPlace(cause)) throw cause;
  parking.park(event, cause);
}

/** Keys of a batch, once each; `keyless`: some events have none. */
export function keysOf(
  projection: KeyedProjection,
  events: readonly Recorded[],
  parking: Parking,
): { keys: Set<Key>; keyless: boolean } {
  const keys = new Set<Key>();
  let keyless = false;
  for (const event of events) {
    if (parking.skips(event)) continue;
    try {
      const key = projection.keyOf(event);
      if (key === null) keyless = true;
      else keys.add(key);
    } catch (cause) {
      setAside(parking, event, cause);
    }
  }
  return { keys, keyless };
}

/** Folds `events` into `rows` in place. */
export function foldInto(
  projection: KeyedProjection,
  rows: KeyedRows,
  events: readonly Recorded[],
  parking: Parking,
): void {
  for (const event of events) {
    if (parking.skips(event)) continue;
    try {
      const key = projection.keyOf(event);
      if (key !== null) rows.set(key, projection.fold(rows.get(key) ?? NO_ROWS, event));
    } catch (cause) {
      setAside(parking, event, cause);
    }
  }
}

const identityOf = (row: Row, identity: readonly string[]): string =>
  JSON.stringify(identity.length === 1 ? row[identity[0]!] : identity.map((column) => row[column]));

/** Rows to write and to delete, so that a table holding `before` holds `after`. */
export function changesBetween(identity: readonly string[], before: KeyedRows, after: KeyedRows): Changes {
  const upserts: Row[] = [];
  const changed = new Map<string, { columns: readonly string[]; rows: Row[] }>();
  const deletes: Row[] = [];
  for (const [key, now] of after) {
    const then = before.get(key) ?? NO_ROWS;
    if (then === now) continue;
    const left = new Map(then.map((row) => [identityOf(row, identity), row]));
    for (const row of now) {
      const id = identityOf(row, identity);
      const old = left.get(id);
      left.delete(id);
      if (old === undefined) upserts.push(row);
      else if (old !== row) addChange(changed, old, row);
    }
    deletes.push(...left.values());
  }
  return { upserts, updates: fewGroups([...changed.values()]), deletes };
}

function addChange(changed: Map<string, { columns: readonly string[]; rows: Row[] }>, old: Row, row: Row): void {
  const columns = Object.keys(row).filter((column) => (old[column] ?? null) !== (row[column] ?? null));
  for (const column of Object.keys(old)) if (!(column in row) && old[column] !== null) columns.push(column);
  const name = columns.join();
  const group = changed.get(name);
  if (group === undefined) changed.set(name, { columns, rows: [row] });
  else group.rows.push(row);
}

/** Groups written by one statement each; the smaller ones share a statement with all their columns, as far as their rows have them. */
const GROUPS = 4;
function fewGroups(groups: readonly Update[]): readonly Update[] {
  const changing = groups.filter(({ columns }) => columns.length > 0);
  if (changing.length <= GROUPS) return changing;
  const bySize = changing.toSorted((a, b) => b.rows.length - a.rows.length);
  const rest = bySize.slice(GROUPS - 1);
  const columns = [...new Set(rest.flatMap((group) => group.columns))].toSorted();
  // A row that was loaded narrow does not know what others change: it must not write it.
  const alone = rest.filter(({ rows }) => !rows.every((row) => columns.every((column) => column in row)));
  const shared = rest.filter((group) => !alone.includes(group));
  const together = shared.length === 0 ? [] : [{ columns, rows: shared.flatMap(({ rows }) => rows) }];
  return [...bySize.slice(0, GROUPS - 1), ...together, ...alone];
}

/** Ledger rows of a batch with `position`, `line` and `at` filled in; `last` is the row before and after. */
export function ledgerRows(
  projection: LedgerProjection,
  events: readonly Recorded[],
  last: Row | null,
  parking: Parking,
): { rows: Row[]; last: Row | null } {
  const rows: Row[] = [];
  for (const event of events) {
    if (parking.skips(event)) continue;
    try {
      for (const [line, row] of projection.rows(event, last).entries()) {
        last = { position: event.position, line, at: event.meta.at, ...row };
        rows.push(last);
      }
    } catch (cause) {
      setAside(parking, event, cause);
    }
  }
  return { rows, last };
}
