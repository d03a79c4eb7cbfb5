/** What outlives the runs of a handler within one request: its ids, what was asked once, whose turns it takes first, what was left out. */
import type { Refusal } from '../../contracts/refusal.ts';

export class SaveRequest {
  readonly #newId: () => Promise<number>;
  readonly #ids: Promise<number>[] = [];
  readonly #answers = new Map<string, Promise<unknown>>();
  /** What a run that follows takes the turns of before all else: what others wrote to meanwhile, and what it wanted before. */
  readonly turns = new Set<string>();
  /** Why each of several that are done independently is left out. */
  readonly leftOut = new Map<string, Refusal>();

  constructor(newId: () => Promise<number>) {
    this.#newId = newId;
  }

  id(index: number): Promise<number> {
    return (this.#ids[index] ??= this.#newId());
  }

  once<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(name) ?? work();
    this.#answers.set(name, known);
    return known as Promise<Answer>;
  }
}
/** Of work that draws no ids. */
export const noIds = (): Promise<number> => Promise.reject(new Error('ids are drawn by commands'));
