/** Which calls a permission key opens: people who hold just these keys, and what they are answered. */
import type { App } from './app.ts';
import { roleWith } from './roles.ts';

export type GuardedCall = readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string];
/** Key → calls that ask for it. */
export type Guards = Readonly<Record<string, readonly GuardedCall[]>>;

/** Signs in somebody who has just these keys. */
export const holderOf = async (app: App, keys: readonly string[]): Promise<string> => {
  const id = await roleWith(app, keys);
  await app.addUser({ username: `holder${id}`, roleIds: [id] });
  return app.signIn(`holder${id}`);
};
export const statusOf = async (app: App, [method, path]: GuardedCall, token: string): Promise<number> => {
  const body = method === 'GET' ? {} : { body: { ids: [1], reason: '试' } };
  return (await app.call(method, path, { token, ...body })).status;
};

/** To take a list away needs its own key besides. */
export const exportOf = (key: string): string => key.replace(/[^:]+$/, 'export');
export const isExport = ([, path]: GuardedCall): boolean => /\/export(\?|$)/.test(path);
export const exportsOf = (guards: Guards): string[] =>
  Object.entries(guards).flatMap(([key, calls]) => (calls.some(isExport) ? [exportOf(key)] : []));
