/**
 * Ids of a long stream's earlier events, by the day they were counted in. Of each id 52 bits are kept, which a double
 * holds exactly: 8 bytes instead of 100, and of a hundred thousand ids one in 40,000,000,000 strangers is taken for known.
 */
import { dayOf } from '../../contracts/dates.ts';
import { isForgotten } from '../../contracts/repeats.ts';
import type { StoredIds } from '../event-store/port.ts';

const ID_BYTES = 8;
/** Within the random digits of a UUID, behind its version and variant. */
const bitsOf = (id: string): number => Number.parseInt(id.slice(22, 23) + id.slice(24), 16);
const isOver = (day: string, at: string): boolean => isForgotten(`${day}T23:59:59.999+08:00`, at);

/** Where `wanted` is in ascending numbers, or would be. */
const placeOf = (sorted: Float64Array, wanted: number): number => {
  let from = 0;
  for (let to = sorted.length; from < to;) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? Infinity) < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
};

export class PastIds {
  static readonly none = new PastIds(new Map());
  /** Ascending numbers by day (`yyyy-MM-dd`). */
  readonly #days: ReadonlyMap<string, Float64Array>;

  private constructor(days: ReadonlyMap<string, Float64Array>) {
    this.#days = days;
  }

  get size(): number {
    let size = 0;
    for (const { length } of this.#days.values()) size += length;
    return size;
  }
  get bytes(): number {
    return this.size * ID_BYTES;
  }

  has(id: string): boolean {
    const bits = bitsOf(id);
    for (const sorted of this.#days.values()) if (sorted[placeOf(sorted, bits)] === bits) return true;
    return false;
  }

  /** Counts ids of events up to the moment `at` (ISO 8601) in at its day, and forgets days that are over for too long. */
  with(ids: Iterable<string>, at: string): PastIds {
    const today = dayOf(new Date(at));
    const days = new Map([...this.#days].filter(([day]) => !isOver(day, at)));
    const before = days.get(today) ?? new Float64Array();
    const added = Float64Array.from(ids, bitsOf);
    const all = new Float64Array(before.length + added.length);
    all.set(before);
    all.set(added, before.length);
    days.set(today, all.sort());
    return new PastIds(days);
  }

  stored(): StoredIds {
    const all = [...this.#days];
    return {
      days: all.map(([day, { length }]) => [day, length]),
      ids: Buffer.concat(
        all.map(([, { buffer, byteOffset, byteLength }]) => Buffer.from(buffer, byteOffset, byteLength)),
      ),
    };
  }
  /** null when the bytes are not as many as the days say. */
  static from({ days, ids }: StoredIds): PastIds | null {
    const found = new Map<string, Float64Array>();
    let offset = 0;
    for (const [day, count] of days) {
      const bytes = ids.subarray(offset, (offset += count * ID_BYTES));
      if (bytes.length !== count * ID_BYTES) return null;
      found.set(day, new Float64Array(Uint8Array.from(bytes).buffer));
    }
    return offset === ids.length ? new PastIds(found) : null;
  }
}
