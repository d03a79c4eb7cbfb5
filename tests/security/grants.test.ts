/** Nobody grants what he has not (R107): every role and every key, by actors of every role, with and without a lock. */
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sessionUser } from '../../services/system/session-user.ts';
import { startApp, USER_PASSWORD } from '../support/app.ts';
import type { App, Reply } from '../support/app.ts';

const STAFF_ROLE = 70;
const KEY_ROLES_FROM = 1000;
/** What one user may be given by one save. */
const ROLES_AT_ONCE = 50;
const SEEDED = [2, 3, 4, 5, 6, 7, 15];
const ACTIONS = ['add', 'edit', 'remove', 'resetPassword'].map((action) => `admin:sysUser:${action}`);

type Actor = {
  readonly name: string;
  readonly id: number;
  readonly token: string;
  readonly keys: ReadonlySet<string>;
  readonly shops: readonly number[];
};
let app: App;
let shops: readonly [number, number];
let actors: readonly Actor[];
const keysOfRole = new Map<number, readonly string[]>();

const person = (username: string, more: object) => ({
  username,
  nickName: username,
  phone: '13800138000',
  email: 'someone@example.com',
  deptId: 1,
  ...more,
});
const holds = (own: ReadonlySet<string>, keys: readonly string[]): boolean => keys.every((key) => own.has(key));
/** Shops `[]` are the whole chain. */
const covers = (own: readonly number[], given: readonly number[]): boolean =>
  own.length === 0 || (given.length > 0 && given.every((shop) => own.includes(shop)));
const statusOf = ({ status, body }: Reply): number => {
  if (status === 403) expect(body.msg).toMatch(/\p{Script=Han}{4,}/u);
  return status;
};

/** All actors at the same time. */
const sideBySide = async (work: (actor: Actor) => Promise<void>): Promise<void> => {
  await Promise.all(actors.map(work));
};

const newShop = async (name: string): Promise<number> =>
  z.int().parse((await app.post('/base-shop', { name, status: '2' })).body.data);

const plantRoles = async (): Promise<void> => {
  const { master } = app.house.deps;
  await master.query(sql.unsafe`
    INSERT INTO master.sys_role (id, role_name, role_key, menu_ids)
    SELECT ${STAFF_ROLE}, '人事', 'staff', array_agg(id) FROM master.sys_menu
    WHERE permission = ANY (${sql.array(ACTIONS, 'text')})`);
  // One role for each key there is, every third of them disabled: it can be enabled tomorrow.
  await master.query(sql.unsafe`
    INSERT INTO master.sys_role (id, role_name, role_key, menu_ids, status)
    SELECT ${KEY_ROLES_FROM} + n, permission, 'key' || n, ids, CASE WHEN n % 3 = 0 THEN '1' ELSE '2' END
    FROM (SELECT permission, array_agg(id) AS ids, row_number() OVER (ORDER BY permission) AS n
      FROM master.sys_menu WHERE permission <> '' GROUP BY permission) AS keys`);
  const Row = z.object({ id: z.int(), keys: z.array(z.string()) });
  const rows = await master.any(sql.type(Row)`
    SELECT r.id, ARRAY(SELECT m.permission FROM master.sys_menu m WHERE m.id = ANY (r.menu_ids) AND m.permission <> '') AS keys
    FROM master.sys_role r ORDER BY r.id`);
  for (const { id, keys } of rows) keysOfRole.set(id, keys);
};

const plantActor = async (roleIds: readonly number[], lockShops: readonly number[]): Promise<Actor> => {
  const name = `actor-${roleIds.join('-')}-of-${lockShops.map((shop) => shops.indexOf(shop) + 1).join('-') || 'all'}`;
  const id = await app.addUser({ username: name, roleIds, lockShops });
  const keys = new Set(roleIds.flatMap((roleId) => keysOfRole.get(roleId) ?? []));
  return { name, id, token: await app.signIn(name), keys, shops: lockShops };
};

beforeAll(async () => {
  app = await startApp();
  shops = [await newShop('一店'), await newShop('二店')];
  await plantRoles();
  const planted: Actor[] = [];
  for (const roleId of SEEDED)
    for (const lock of [[], [shops[0]], [shops[1]]]) planted.push(await plantActor([roleId, STAFF_ROLE], lock));
  actors = planted;
});
afterAll(() => app.stop());

describe('assigning', () => {
  test('a new user gets seeded roles and shops only as far as the actor holds them', async () => {
    const wrong: unknown[] = [];
    await sideBySide(async (actor) => {
      for (const roleId of [1, ...SEEDED])
        for (const lockShops of [[], [shops[0]], [...shops]]) {
          const username = `new-${actor.name}-${roleId}-${lockShops.join('.')}`;
          const body = person(username, { password: 'Pearl-9041', roleIds: [roleId], lockShops });
          const status = statusOf(await app.post('/sys-user', body, { token: actor.token }));
          const may = roleId !== 1 && holds(actor.keys, keysOfRole.get(roleId) ?? []) && covers(actor.shops, lockShops);
          if (status !== (may ? 200 : 403)) wrong.push({ actor: actor.name, roleId, lockShops, status });
        }
    });
    expect(wrong).toEqual([]);
  });

  test('every single key of the house is handed on by its holders only', async () => {
    const here = actors.filter((actor) => actor.shops[0] === shops[0]);
    const keyRoles = [...keysOfRole].filter(([roleId]) => roleId > KEY_ROLES_FROM);
    // What somebody holds he hands on in one go; each key is asked for once by somebody who lacks it, in turns; some are everybody’s.
    const lacked = keyRoles.flatMap(([roleId, keys], n) => {
      const lackers = here.filter((actor) => !holds(actor.keys, keys));
      return lackers.length === 0 ? [] : [{ roleId, actor: lackers[n % lackers.length]! }];
    });
    expect(lacked.length).toBeGreaterThan(200);
    const wrong: unknown[] = [];
    await sideBySide(async (actor) => {
      if (!here.includes(actor)) return;
      const userId = await app.addUser({ username: `of-${actor.name}`, lockShops: actor.shops });
      const give = async (roleIds: readonly number[], wanted: number): Promise<void> => {
        const body = { ...person(`of-${actor.name}`, { roleIds }), userId };
        const status = statusOf(await app.put('/sys-user', body, { token: actor.token }));
        if (status !== wanted) wrong.push({ actor: actor.name, roleIds, status });
      };
      const held = keyRoles.filter(([, keys]) => holds(actor.keys, keys)).map(([roleId]) => roleId);
      for (let from = 0; from < held.length; from += ROLES_AT_ONCE)
        await give(held.slice(from, from + ROLES_AT_ONCE), 200);
      for (const { roleId, actor: who } of lacked) if (who === actor) await give([roleId], 403);
    });
    expect(wrong).toEqual([]);
  });

  test('nobody who was made by an actor holds more than that actor', async () => {
    const { master } = app.house.deps;
    const Made = z.object({ id: z.int(), by: z.int() });
    const made = await master.any(sql.type(Made)`
      SELECT row_id::bigint AS id, user_id AS by FROM master.change_log
      WHERE table_name = 'sys_user' AND action = 'insert' AND user_id <> 1`);
    expect(made.length).toBeGreaterThan(50);
    for (const { id, by } of made) {
      const [user, maker] = [await sessionUser(master, id), await sessionUser(master, by)];
      expect([...(user?.permissions ?? [])].filter((key) => maker?.permissions.has(key) !== true)).toEqual([]);
      expect(covers(maker?.lockShops ?? [], user?.lockShops ?? [])).toBe(true);
    }
  });

  test('a lock is not lifted by leaving it out, and the administrator grants everything', async () => {
    const locked = actors.find(({ name }) => name === `actor-2-${STAFF_ROLE}-of-1`);
    const body = person('no-lock', { password: 'Pearl-9041', roleIds: [4] });
    const refused = await app.post('/sys-user', body, { token: locked?.token ?? '' });
    expect(refused).toMatchObject({ status: 403, body: { msg: expect.stringContaining('请指定分店') } });
    const all = person('all-of-it', { password: 'Pearl-9041', roleIds: [1, ...SEEDED], lockShops: [] });
    expect((await app.post('/sys-user', all)).status).toBe(200);
  });
});

describe('changing somebody', () => {
  test('whoever holds more is neither changed, disabled, deleted nor given a password', async () => {
    const wrong: unknown[] = [];
    for (const roleId of [1, ...SEEDED])
      for (const lockShops of [[], [shops[0]]]) {
        const username = `target-${roleId}-${lockShops.join('.')}`;
        const userId = await app.addUser({ username, roleIds: [roleId], lockShops });
        const keys = keysOfRole.get(roleId) ?? [];
        await sideBySide(async ({ token, name, keys: own, shops: lock }) => {
          const may = roleId !== 1 && holds(own, keys) && covers(lock, lockShops);
          const edit = await app.put('/sys-user', { ...person(username, {}), userId }, { token });
          const tries = [edit, await app.put('/user/status', { userId, status: '2' }, { token })];
          if (!may) {
            tries.push(await app.put('/user/pwd/reset', { userId, password: 'Taken-5512' }, { token }));
            tries.push(await app.del('/sys-user', { ids: [userId] }, { token }));
          }
          const found = tries.map(statusOf);
          if (found.some((status) => status !== (may ? 200 : 403))) wrong.push({ name, username, found });
        });
      }
    expect(wrong).toEqual([]);
    await app.signIn('target-1-', USER_PASSWORD);
  });

  test('one who may not among several: none is deleted', async () => {
    const [actor] = actors.filter(({ name }) => name === `actor-4-${STAFF_ROLE}-of-all`);
    const clerk = await app.addUser({ username: 'pair-clerk', roleIds: [4] });
    const boss = await app.addUser({ username: 'pair-boss', roleIds: [2] });
    expect((await app.del('/sys-user', { ids: [clerk, boss] }, { token: actor?.token ?? '' })).status).toBe(403);
    await app.signIn('pair-clerk');
  });

  test('nobody disables himself or drops his own role', async () => {
    const actor = actors[0];
    const token = actor?.token ?? '';
    const userId = actor?.id ?? 0;
    const self = (more: object) => ({ ...person(actor?.name ?? '', more), userId });
    expect((await app.put('/user/status', { userId, status: '1' }, { token })).status).toBe(409);
    expect((await app.put('/sys-user', self({ status: '1' }), { token })).status).toBe(409);
    expect((await app.put('/sys-user', self({ roleIds: [STAFF_ROLE] }), { token })).status).toBe(409);
    expect((await app.put('/sys-user', self({}), { token })).status).toBe(200);
  });

  test('rights taken away count at once, also for a grant that is on its way', async () => {
    const actor = await plantActor([2, 6, STAFF_ROLE], []);
    const { deps } = app.house;
    // Behind the house's back: the session still remembers the role.
    await app.get('/getinfo', { token: actor.token });
    await deps.master.query(sql.unsafe`
      UPDATE master.sys_user SET role_ids = ARRAY[${STAFF_ROLE}::bigint] WHERE id = ${actor.id}`);
    const body = person('too-late', { password: 'Pearl-9041', roleIds: [2] });
    expect((await app.post('/sys-user', body, { token: actor.token })).status).toBe(403);
  });
});
