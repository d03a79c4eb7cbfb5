/**
 * What the GETs of the product answer, asked in process as a person asks: his rights, his shops, what is masked for him. Slices
 * are made before the read side is there, so it is opened later.
 */
import type { Route } from '../../contracts/route.ts';
import type { Invocation, Invoke } from './invoke.ts';
import type { Outcome } from '../answers/outcome.ts';
import { routeIn } from './route-in.ts';

type ReadSide = {
  readonly routes: readonly Route[];
  readonly invoke: Invoke;
  /** Position of the log at a moment, once the read models have seen it. */
  readonly positionAsOf: (moment: Date) => Promise<number>;
};
export class Reads {
  #side: ReadSide | null = null;

  open(side: ReadSide): void {
    this.#side = side;
  }
  get #opened(): ReadSide {
    if (this.#side === null) throw new RangeError('the read side is not there yet');
    return this.#side;
  }
  has(path: string): boolean {
    return this.#opened.routes.some((route) => route.method === 'GET' && route.path === path);
  }
  /** @throws {RangeError} for a path that no GET of the product has. */
  get(path: string, asked: Invocation): Promise<Outcome> {
    const { routes, invoke } = this.#opened;
    return invoke(routeIn(routes)('GET', path), asked);
  }
  positionAsOf(moment: Date): Promise<number> {
    return this.#opened.positionAsOf(moment);
  }
}
