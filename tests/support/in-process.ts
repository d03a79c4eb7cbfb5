/**
 * A route asked without HTTP: rights, schemas, rules, command log and answer are the same. What the wire adds (bodies as bytes,
 * headers, rows of the operation log) has tests of its own; thousands of bodies need it only here and there.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { addressOf, type Route } from 'services/contracts/route';
import type { SessionUser } from 'services/contracts/user';
import type { App, Method, Reply } from './app.ts';

export type Answered = Pick<Reply, 'status' | 'body' | 'text'>;
type Params = Readonly<Record<string, string>>;

type Known = { readonly route: Route; readonly steps: readonly string[] };
/** By method and number of steps: words before places, as in a router. */
const tables = new WeakMap<readonly Route[], ReadonlyMap<string, readonly Known[]>>();
const places = ({ steps }: Known): number => steps.filter((step) => step.startsWith(':')).length;
const tableOf = (routes: readonly Route[]): ReadonlyMap<string, readonly Known[]> => {
  const made =
    tables.get(routes) ??
    Map.groupBy(
      routes
        .map((route): Known => ({ route, steps: addressOf(route).split('/') }))
        .toSorted((left, right) => places(left) - places(right)),
      ({ route, steps }) => `${route.method} ${steps.length}`,
    );
  tables.set(routes, made);
  return made;
};
const found = (routes: readonly Route[], method: Method, path: string): { route: Route; params: Params } => {
  const given = path.split('/');
  const fits = ({ steps }: Known): boolean => steps.every((step, n) => step.startsWith(':') || step === given[n]);
  const known = tableOf(routes).get(`${method} ${given.length}`)?.find(fits);
  if (known === undefined) throw new RangeError(`no route ${method} ${path}`);
  const named = known.steps.flatMap((step, n) =>
    step.startsWith(':') ? [[step.slice(1), decodeURIComponent(given[n] ?? '')]] : [],
  );
  return { route: known.route, params: Object.fromEntries(named) as Params };
};

const routeAt = ({ house }: Pick<App, 'house'>, method: Method, path: string): { route: Route; params: Params } =>
  found(house.routes, method, path.startsWith('/api/') ? path : `/api/v1${path}`);
/** Files come as HTTP brings them. */
export const takesFiles = (app: Pick<App, 'house'>, method: Method, where: string): boolean =>
  routeAt(app, method, where.split('?')[0] ?? '').route.multipart !== undefined;

/** What is said twice is a list. */
const queryOf = (search: string): Record<string, unknown> => {
  const said = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(said.keys())].map((name) => {
      const values = said.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
};

/**
 * At the read models as they stand, as the administrator unless somebody else is named; of a file the whole is read and
 * nothing told. `where` is as {@link App.call} takes it.
 * @throws what the handler throws: over HTTP that were a 500.
 */
export const askInProcess = async (
  app: Pick<App, 'house' | 'admin'>,
  [method, where]: readonly [Method, string],
  body?: unknown,
  user: SessionUser = app.admin,
): Promise<Answered> => {
  const [path = '', search = ''] = where.split(/\?(.*)/s);
  const { route, params } = routeAt(app, method, path);
  // Only what JSON can say arrives.
  const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  const input = { params, query: queryOf(search), body: sent };
  const outcome = await app.house.invoke(route, { ...input, user, now: new Date() });
  if (outcome.kind === 'raw') {
    const { raw } = outcome.raw;
    if (raw instanceof Readable) await buffer(raw);
    return { status: outcome.status, text: '', body: {} };
  }
  const text = JSON.stringify(outcome.envelope);
  return { status: outcome.status, text, body: JSON.parse(text) as Reply['body'] };
};
