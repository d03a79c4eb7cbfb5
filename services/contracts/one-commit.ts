/** One command, one transaction: what a handler writes through it is there when its answer is kept, or none of it is. */

type At = { readonly revision: number; readonly position: number };

/** The command cannot be one append. Nothing was written: it goes the longer way. */
export class DoesNotFit extends Error {
  constructor(why: string) {
    super(`not one append: ${why}`);
    this.name = 'DoesNotFit';
  }
}

export interface OneCommit {
  /** Whether it takes more than one append. */
  readonly several: boolean;
  /**
   * An append that is written, with all others, after everything is decided.
   * `committed` is called when it is durable, with its place; `misfit` when the stream was not where it was taken to be.
   * @throws {DoesNotFit} when it becomes too much.
   */
  append(
    part: { readonly stream: string; readonly expected: number | 'none'; readonly events: readonly unknown[] },
    told: { readonly committed: (appended: At) => void; readonly misfit: () => void },
  ): void;
  /** A row of `table` that is there when the events and the answer are. */
  row(table: string, values: Readonly<Record<string, string>>): void;
  onCommitted(listener: () => void): void;
  /** Called once it is written or given up. */
  onEnded(listener: () => void): void;
  /** Waits until nobody else of this process writes to what is so named; it is this command's until it ends. */
  turns(names: readonly string[]): Promise<void>;
}
