/** What a command writes where all of it is one append: gathered while its handler runs, written once its answer is known. */
import type { OneCommit } from '../../contracts/one-commit.ts';
import type { Appended, ExpectedRevision, NewEvent, SideRow } from '../event-store/port.ts';

/** Stands where the position will be; no answer leaves with it. */
const NOT_YET = -1;

type Append = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
  readonly committed: (appended: Appended) => void;
};

export class Gathered implements OneCommit {
  readonly rows: SideRow[] = [];
  #append: Append | undefined;

  get append(): Append | undefined {
    return this.#append;
  }

  appendOnce(
    stream: string,
    expected: number | 'none',
    events: readonly NewEvent[],
    committed: Append['committed'],
  ): Appended {
    // A fault of the route, which says that it appends once. Nothing was written.
    if (this.#append !== undefined) throw new Error(`a second append, to ${stream}, after ${this.#append.stream}`);
    this.#append = { stream, expected, events, committed };
    return { revision: (expected === 'none' ? -1 : expected) + events.length, position: NOT_YET };
  }

  row(table: string, values: SideRow['values']): void {
    this.rows.push({ table, values });
  }
}
