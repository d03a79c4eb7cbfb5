/** Finds a route of the table by method and path. */
import type { Route } from '../../contracts/route.ts';

/** @throws {RangeError} of the answered function, when the table has no such route. */
export const routeIn =
  (routes: readonly Route[]) =>
  (method: Route['method'], wanted: string): Route => {
    const found = routes.find((route) => route.method === method && route.path === wanted);
    if (found === undefined) throw new RangeError(`no route ${method} ${wanted}`);
    return found;
  };
