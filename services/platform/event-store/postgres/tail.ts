import type { EventMeta, JsonObject, Recorded } from '../port.ts';
import type { Placed } from './plan.ts';

const MAX_EVENTS = 4_096;
const MAX_CHARACTERS = 16 * 1024 * 1024;
const READ_LIMIT = 512;

export type LogSlice = { readonly events: readonly Recorded[]; readonly upTo: number };
type Entry = Placed & { recorded?: Recorded };

/** The last events this process wrote, so that subscribers close to the head need no query. */
export class Tail {
  #entries: Entry[] = [];
  #characters = 0;

  add(placed: readonly Placed[]): void {
    const first = placed[0];
    const last = this.#entries.at(-1);
    // Another process wrote in between: what was kept is not contiguous any more.
    if (first !== undefined && last !== undefined && last.position + 1 !== first.position) this.clear();
    for (const one of placed) {
      this.#entries.push({ ...one });
      this.#characters += sizeOf(one);
    }
    if (this.#entries.length > 2 * MAX_EVENTS || this.#characters > MAX_CHARACTERS) this.#shrink();
  }

  clear(): void {
    this.#entries = [];
    this.#characters = 0;
  }

  /** What follows `after`, of the given types; undefined when it reaches further back than is kept. */
  after(after: number, types: ReadonlySet<string> | undefined): LogSlice | undefined {
    const first = this.#entries[0];
    if (first === undefined || after + 1 < first.position) return undefined;
    const from = after + 1 - first.position;
    const slice = this.#entries.slice(from, from + READ_LIMIT);
    const upTo = slice.at(-1)?.position;
    if (upTo === undefined) return undefined;
    return { events: slice.filter(({ type }) => types?.has(type) ?? true).map(recordedOf), upTo };
  }

  #shrink(): void {
    let drop = Math.max(0, this.#entries.length - MAX_EVENTS);
    let kept = this.#characters;
    for (const [i, entry] of this.#entries.entries()) {
      if (i >= drop && kept <= MAX_CHARACTERS / 2) break;
      kept -= sizeOf(entry);
      drop = Math.max(drop, i + 1);
    }
    this.#entries = this.#entries.slice(drop);
    this.#characters = kept;
  }
}

const sizeOf = ({ data, meta }: Placed): number => data.length + meta.length;

/** Parsed from the stored text, so a live event is exactly what a later replay yields. */
function recordedOf(entry: Entry): Recorded {
  entry.recorded ??= {
    id: entry.id,
    type: entry.type,
    data: JSON.parse(entry.data) as JsonObject,
    meta: JSON.parse(entry.meta) as EventMeta,
    stream: entry.stream,
    revision: entry.revision,
    position: entry.position,
  };
  return entry.recorded;
}
