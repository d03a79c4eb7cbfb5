/** Who may sign in, who must stay an administrator, and how soon every process knows of changed rights. */
import pg from 'pg';
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, USER_PASSWORD } from '../support/app.ts';
import type { App } from '../support/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const role = async (name: string, more: object = {}): Promise<number> =>
  z.int().parse((await app.post('/role', { roleName: name, roleKey: name, roleSort: 9, ...more })).body.data);
const menuOf = (permission: string): Promise<number> =>
  app.house.deps.master.oneFirst(sql.type(z.object({ id: z.int() }))`
    SELECT id FROM master.sys_menu WHERE permission = ${permission}`);
const tryIn = (username: string) => app.post('/login', { username, password: USER_PASSWORD }, { token: null });

describe('without an enabled role', () => {
  test('nobody signs in, and the log says why (S2§6/5)', async () => {
    await app.addUser({ username: 'roleless', roleIds: [] });
    expect(await tryIn('roleless')).toMatchObject({ status: 403, body: { code: 403, msg: '该用户没有可用角色' } });
    const wrong = await app.post('/login', { username: 'roleless', password: 'not-it' }, { token: null });
    expect(wrong.body.msg).toBe('用户名或密码错误');
    const log = await app.get('/sys-login-log?username=roleless&msg=没有可用角色');
    expect(log.text).toContain('该用户没有可用角色');
  });
  test('sessions end when the last role is disabled, and stay ended; another role keeps them (S2§6/5)', async () => {
    const [going, staying] = [await role('going'), await role('staying')];
    await app.addUser({ username: 'one-role', roleIds: [going] });
    await app.addUser({ username: 'two-roles', roleIds: [going, staying] });
    const [one, two] = [await app.signIn('one-role'), await app.signIn('two-roles')];
    expect((await app.put('/role-status', { roleId: going, status: '1' })).status).toBe(200);
    expect((await app.get('/getinfo', { token: one })).status).toBe(401);
    expect((await app.get('/getinfo', { token: two })).status).toBe(200);
    expect((await app.put('/role-status', { roleId: going, status: '2' })).status).toBe(200);
    expect((await app.get('/getinfo', { token: one })).status).toBe(401);
  });
  test('sessions end when the roles are taken away (S2§6/5)', async () => {
    const userId = await app.addUser({ username: 'stripped', roleIds: [4] });
    const token = await app.signIn('stripped');
    expect((await app.put('/sys-user', { userId, roleIds: [] })).status).toBe(200);
    expect((await app.get('/getinfo', { token })).status).toBe(401);
  });
});

describe('the last administrator', () => {
  test('is neither disabled nor stripped nor deleted, by two at once either (S2§6/6)', async () => {
    const { master } = app.house.deps;
    const ids = await Promise.all(['keeper-a', 'keeper-b'].map((username) => app.addUser({ username, roleIds: [1] })));
    const [a, b] = [await app.signIn('keeper-a'), await app.signIn('keeper-b')];
    // What no route does: the administrator of the place is away.
    await master.query(sql.unsafe`UPDATE master.sys_user SET status = '1' WHERE id = 1`);
    try {
      const both = await Promise.all([
        app.put('/user/status', { userId: ids[1], status: '1' }, { token: a }),
        app.put('/sys-user', { userId: ids[0], roleIds: [4] }, { token: b }),
      ]);
      // Who comes so late that the other has already taken the rights away is turned off at the door, not by the count.
      const [won, lost] = both.map(({ status }) => status).toSorted((one, other) => one - other);
      expect([won, [401, 403, 409].includes(lost ?? 0)]).toEqual([200, true]);
      const left = z.array(z.object({ id: z.int() })).parse(
        await master.any(sql.unsafe`
          SELECT id FROM master.sys_user WHERE role_ids @> ARRAY[1::bigint] AND status = '2'`),
      );
      expect(left).toHaveLength(1);
      const token = both[0]?.status === 200 ? a : b;
      expect((await app.put('/sys-user', { userId: left[0]?.id, roleIds: [4] }, { token })).status).toBe(409);
    } finally {
      await master.query(sql.unsafe`UPDATE master.sys_user SET status = '2' WHERE id = 1`);
    }
    expect((await app.del('/sys-user', { ids })).status).toBe(200);
  });
});

/** Statements that the house sends meanwhile which read whoever is signed in, or what he may. */
const readsOfRights = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const heard: string[] = [];
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof query !== 'function') throw new Error('no query');
  Reflect.set(pg.Client.prototype, 'query', function listening(this: unknown, ...args: readonly unknown[]): unknown {
    const [given] = args as readonly [string | { readonly text?: string }];
    heard.push(typeof given === 'string' ? given : (given.text ?? ''));
    return Reflect.apply(query, this, args);
  });
  try {
    await work();
  } finally {
    Reflect.set(pg.Client.prototype, 'query', query);
  }
  expect(heard.join()).toContain('biz_tenant');
  return heard.filter((text) =>
    /\bFROM master\.(?:session|session_family|sys_user|sys_role|sys_menu|sys_api|sys_dept)\b/.test(text),
  );
};
describe('rights of whoever is signed in', () => {
  test('come from memory: a second request like the first reads none, one after a change reads them once (S2§6/7)', async () => {
    const roleId = await role('reads-once', { menuIds: [await menuOf('admin:bizTenant:list')] });
    await app.addUser({ username: 'reads-once', roleIds: [roleId] });
    const token = await app.signIn('reads-once');
    const again = (): Promise<readonly string[]> =>
      readsOfRights(async () => expect((await app.get('/biz-tenant', { token, waits: false })).status).toBe(200));
    await again();
    // What is remembered is a second old at most; two requests of a busy machine may lie further apart.
    await expect.poll(again, { interval: 20 }).toEqual([]);
    expect((await app.put(`/role/${roleId}`, { remark: '改' })).status).toBe(200);
    expect((await again()).length).toBeGreaterThan(0);
    await expect.poll(again, { interval: 20 }).toEqual([]);
  });
});

describe('another process', () => {
  test('knows of changed rights, shops and ended sessions as soon as they are written (S2§6/7)', async () => {
    const { master, sessions } = app.house.deps;
    const roleId = await role('far', { menuIds: [await menuOf('base:baseShop:list')] });
    await app.addUser({ username: 'far-away', roleIds: [roleId] });
    const token = await app.signIn('far-away');
    const seen = () => app.get('/base-shop', { token, waits: false });
    expect((await seen()).status).toBe(200);
    // Nothing of this house's code writes here: what it hears comes from the database.
    let heard = 0;
    const forget = sessions.forget.bind(sessions);
    sessions.forget = () => {
      heard += 1;
      forget();
    };
    const told = async (write: () => Promise<unknown>): Promise<void> => {
      const before = heard;
      await write();
      await expect.poll(() => heard, { interval: 5 }).toBeGreaterThan(before);
    };
    await told(() => master.query(sql.unsafe`UPDATE master.sys_role SET menu_ids = '{}' WHERE id = ${roleId}`));
    expect((await seen()).status).toBe(403);
    await told(() => master.query(sql.unsafe`UPDATE master.shop SET name = name`));
    await told(() =>
      master.query(sql.unsafe`
      DELETE FROM master.session_family f USING master.sys_user u WHERE u.id = f.user_id AND u.username = 'far-away'`),
    );
    expect((await seen()).status).toBe(401);
    await app.signIn('admin', 'Admin-2026');
  });
});
