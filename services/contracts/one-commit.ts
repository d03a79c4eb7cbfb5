/** One command, one transaction: what a handler writes through it is there when its answer is kept, or none of it is. */

type At = { readonly revision: number; readonly position: number };

export interface OneCommit {
  /**
   * The command's only append, written after the handler answered; the revision is the one that it will have.
   * `committed` is called when it is durable, with its position.
   */
  appendOnce(
    stream: string,
    expected: number | 'none',
    events: readonly unknown[],
    committed: (appended: At) => void,
  ): At;
  /** A row of `table` that is there when the events are. */
  row(table: string, values: Readonly<Record<string, string>>): void;
}
