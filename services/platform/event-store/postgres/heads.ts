/** Last revision per stream, the least recently written forgotten beyond `limit`. */
export class Heads {
  readonly #limit: number;
  readonly #revisions = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(stream: string): number | undefined {
    return this.#revisions.get(stream);
  }

  set(stream: string, revision: number): void {
    this.#revisions.delete(stream);
    this.#revisions.set(stream, revision);
    if (this.#revisions.size <= this.#limit) return;
    for (const oldest of this.#revisions.keys()) {
      this.#revisions.delete(oldest);
      return;
    }
  }

  clear(): void {
    this.#revisions.clear();
  }
}
