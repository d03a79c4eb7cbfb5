/** One run of a save, however it is written: what it asks of its request, what is done once its end is known, and who hears of that. */
import type { SaveRequest } from './save-request.ts';

export abstract class SaveRun {
  protected readonly request: SaveRequest;
  readonly #afterwards: (() => Promise<void>)[] = [];
  readonly #undos: (() => Promise<void>)[] = [];
  readonly #enders: (() => void)[] = [];
  #drawn = 0;

  constructor(request: SaveRequest) {
    this.request = request;
  }

  id(): Promise<number> {
    return this.request.id(this.#drawn++);
  }

  /** Those that this run drew. */
  ids(): Promise<readonly number[]> {
    return Promise.all(Array.from({ length: this.#drawn }, (_, index) => this.request.id(index)));
  }

  once<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> {
    return this.request.once(name, work);
  }

  afterwards(work: () => Promise<void>): void {
    this.#afterwards.push(work);
  }

  undo(work: () => Promise<void>): void {
    this.#undos.push(work);
  }

  onEnded(listener: () => void): void {
    this.#enders.push(listener);
  }

  /** It is there. What follows must not fail it. */
  async saved(): Promise<void> {
    this.#undos.length = 0;
    for (const work of this.#afterwards.splice(0)) await work().catch(() => undefined);
  }

  /** Nothing of it is there, nor will be. */
  async lapsed(): Promise<void> {
    for (const work of this.#undos.splice(0).toReversed()) await work();
  }

  /** Written or given up: others may have what it had. */
  end(): void {
    for (const ended of this.#enders.splice(0)) ended();
  }
}
