/** The registry of interfaces fills itself from the routes at every start (R122). */
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { addressOf } from '../contracts/route.ts';
import type { Route } from '../contracts/route.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';

/** A route as its row: SYS is for everybody or for whoever is signed in, BUS asks for a key, and only BUS can be bound. */
export type ApiEntry = {
  readonly action: Route['method'];
  readonly path: string;
  readonly title: string;
  readonly type: 'SYS' | 'BUS';
  /** What answers: `get role :id`. */
  readonly handle: string;
  /** Keys of which any opens it. */
  readonly keys: readonly string[];
};
const keysOf = ({ allow }: Route): readonly string[] => {
  if (typeof allow === 'string') return [allow];
  return 'everyone' in allow ? [] : allow;
};
/** What the registry says of a route. Pure. */
export const apiEntry = (route: Route): ApiEntry => {
  const keys = keysOf(route);
  return {
    action: route.method,
    path: addressOf(route),
    title: route.summary,
    type: keys.length === 0 ? 'SYS' : 'BUS',
    handle: [route.method.toLowerCase(), ...route.path.split('/').filter(Boolean)].join(' '),
    keys,
  };
};

/**
 * Adds what is new, below the page that its first key stands on; renews what the route says of itself, but not the title
 * that somebody gave; marks what has no route any more.
 */
export const registerRoutes = (db: DatabasePool, routes: readonly Route[]): Promise<void> =>
  db.transaction(async (tx) => {
    await lockUntilCommit(tx, LOCKS.apiRegistry);
    const known = sql.fragment`jsonb_to_recordset(${JSON.stringify(routes.map(apiEntry))}::jsonb)
      AS route (action text, path text, title text, type text, handle text, keys text[])`;
    await tx.query(sql.unsafe`
      UPDATE master.sys_api AS api SET title = CASE WHEN api.titled THEN api.title ELSE route.title END,
        type = route.type, handle = route.handle, keys = route.keys, gone = false
      FROM ${known} WHERE api.action = route.action AND api.path = route.path
        AND (api.type, api.handle, api.keys, api.gone, CASE WHEN api.titled THEN route.title ELSE api.title END)
          IS DISTINCT FROM (route.type, route.handle, route.keys, false, route.title)`);
    await tx.query(sql.unsafe`
      INSERT INTO master.sys_api (action, path, title, type, handle, keys, parent_id)
      SELECT route.action, route.path, route.title, route.type, route.handle, route.keys,
        coalesce((SELECT min(m.parent_id) FROM master.sys_menu m WHERE m.permission = route.keys[1]), 0)
      FROM ${known} WHERE NOT EXISTS (
        SELECT FROM master.sys_api api WHERE api.action = route.action AND api.path = route.path)
      ORDER BY route.path, route.action`);
    await tx.query(sql.unsafe`
      UPDATE master.sys_api AS api SET gone = true WHERE NOT api.gone AND NOT EXISTS (
        SELECT FROM ${known} WHERE route.action = api.action AND route.path = api.path)`);
  });
