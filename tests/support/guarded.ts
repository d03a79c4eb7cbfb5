/** Which calls a permission key opens: people who hold just these keys, and what they are answered. */
import { sessionUser } from '../../services/system/session-user.ts';
import type { App } from './app.ts';
import { askInProcess, takesFiles } from './in-process.ts';
import { roleWith } from './roles.ts';

export type GuardedCall = readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string];
/** Key → calls that ask for it. */
export type Guards = Readonly<Record<string, readonly GuardedCall[]>>;

type Holder = { readonly id: number; readonly username: string };
const addHolder = async (app: App, keys: readonly string[]): Promise<Holder> => {
  const role = await roleWith(app, keys);
  const username = `holder${role}`;
  return { id: await app.addUser({ username, roleIds: [role] }), username };
};
/** Signs in somebody who has just these keys. */
export const holderOf = async (app: App, keys: readonly string[]): Promise<string> =>
  app.signIn((await addHolder(app, keys)).username);

/** What somebody's call is answered. */
export type Asks = (call: GuardedCall) => Promise<number>;
const sentWith = (method: GuardedCall[0]): unknown => (method === 'GET' ? undefined : { ids: [1], reason: '试' });
/** Somebody who has just these keys: over HTTP, or in process as the house reads him. */
export const asksOf = async (app: App, keys: readonly string[], onWire: boolean): Promise<Asks> => {
  const { id, username } = await addHolder(app, keys);
  let signedIn: Promise<string> | undefined;
  const overHttp = async ([method, path]: GuardedCall): Promise<number> => {
    const token = await (signedIn ??= app.signIn(username));
    return (await app.call(method, path, { token, body: sentWith(method), waits: false })).status;
  };
  if (onWire) return overHttp;
  const user = await sessionUser(app.house.deps.master, id);
  if (user === null) throw new Error(`${username} is nobody`);
  return async (call) => {
    const [method, path] = call;
    if (takesFiles(app, method, path)) return overHttp(call);
    return (await askInProcess(app, call, sentWith(method), user)).status;
  };
};
const OVER_HTTP = 8;
/** Every eighth key goes over HTTP: how a right comes from a role is the same for all of them. */
export const onWireOf = (guards: Guards): ReadonlySet<string> =>
  new Set(Object.keys(guards).filter((_, n) => n % OVER_HTTP === 0));

/** To take a list away needs its own key besides. */
export const exportOf = (key: string): string => key.replace(/[^:]+$/, 'export');
export const isExport = ([, path]: GuardedCall): boolean => /\/export(\?|$)/.test(path);
export const exportsOf = (guards: Guards): string[] =>
  Object.entries(guards).flatMap(([key, calls]) => (calls.some(isExport) ? [exportOf(key)] : []));
