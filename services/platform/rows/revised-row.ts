/** Rows that several people maintain: nobody writes over what he did not see, and every change raises the revision. */
import type { CommonQueryMethods } from 'slonik';
import { isRefusal, type Refusal } from '../../contracts/refusal.ts';
import { STALE_ROW } from '../streams/handle.ts';
import { lockRow, updateLocked, type ChangedBy, type MasterRow, type MasterTable } from './master.ts';

export const revisionOf = (row: MasterRow): number => Number(row['revision'] ?? 0);
const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
/** Of columns that a whole record sends back, those that differ from what is stored. */
export const differing = (before: MasterRow, columns: MasterRow): MasterRow =>
  Object.fromEntries(Object.entries(columns).filter(([name, value]) => !isSame(before[name], value)));

/** `ifMatch` is the revision that the caller saw, where it was sent; `missing` what to say where there is no such row. */
type Seen = { readonly ifMatch?: number | undefined; readonly missing: Refusal };

/** The row locked as the caller saw it, else why not: `missing`, or 412 where somebody changed it since. */
export const lockSeen = async (
  tx: CommonQueryMethods,
  table: MasterTable,
  { id, ifMatch, missing }: Seen & { readonly id: number },
): Promise<MasterRow | Refusal> => {
  const row = await lockRow(tx, table, id);
  if (row === null) return missing;
  return ifMatch !== undefined && ifMatch !== revisionOf(row) ? STALE_ROW : row;
};

/** {@link lockSeen} of several, each once and in the order of their ids; If-Match speaks of a single row. */
export const lockSeveral = async (
  tx: CommonQueryMethods,
  table: MasterTable,
  { ids, ifMatch, missing }: Seen & { readonly ids: readonly number[] },
): Promise<readonly MasterRow[] | Refusal> => {
  const wanted = [...new Set(ids)].toSorted((one, other) => one - other);
  const rows: MasterRow[] = [];
  for (const id of wanted) {
    const row = await lockSeen(tx, table, { id, ifMatch: wanted.length === 1 ? ifMatch : undefined, missing });
    if (isRefusal(row)) return row;
    rows.push(row);
  }
  return rows;
};

/**
 * Changes a row that the caller locked and judged; unchanged values write nothing.
 * @returns its revision afterwards.
 */
export const writeRevised = async (
  tx: CommonQueryMethods,
  table: MasterTable,
  { before, changes }: { readonly before: MasterRow; readonly changes: MasterRow },
  by: ChangedBy,
): Promise<number> => {
  if (Object.keys(differing(before, changes)).length === 0) return revisionOf(before);
  const revision = revisionOf(before) + 1;
  const row = { [table.key]: before[table.key], ...changes, revision, updated_at: by.now.toISOString() };
  await updateLocked(tx, table, { before, row }, by);
  return revision;
};
