/** A place in the queue: `granted` aborts when its turn has come, `end` lets the next one in. */
export type Turn = { readonly granted: AbortSignal; end(): void };

/** Few at a time, in the order they asked: rebuilds share the machine with those who read and write meanwhile. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  ask(): Turn {
    const granted = new AbortController();
    const grant = (): void => {
      this.#free -= 1;
      granted.abort();
    };
    if (this.#free > 0) grant();
    else this.#waiting.push(grant);
    return { granted: granted.signal, end: () => this.#end(granted.signal, grant) };
  }

  #end(granted: AbortSignal, grant: () => void): void {
    const place = this.#waiting.indexOf(grant);
    if (place >= 0) this.#waiting.splice(place, 1);
    if (!granted.aborted) return;
    this.#free += 1;
    this.#waiting.shift()?.();
  }
}
