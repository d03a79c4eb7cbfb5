/** 用户安全: who sees it, what it shows, and who may make a role demand a second factor. */
import { generateSync } from 'otplib';
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, USER_PASSWORD } from '../support/app.ts';
import type { App } from '../support/app.ts';

let app: App;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const codeOf = (secret: string): string => generateSync({ secret, epoch: Math.floor(now().getTime() / 1000) });
beforeAll(async () => {
  app = await startApp({ clock: now });
});
afterAll(() => app.stop());

const change = (token: string, action: string, code = '') =>
  app.put('/user/second-factor', { action, password: USER_PASSWORD, code }, { token });
const rowOf = async (username: string) => {
  const { data } = (await app.get(`/user-safety?username=${username}`)).body;
  return (data as { list: readonly Record<string, unknown>[] }).list[0];
};
const demand = (roleId: number, secondFactor: string, token = app.adminToken) =>
  app.put('/user-safety/role', { roleId, secondFactor }, { token });

test('a row says whether the second factor is on, who demands it and when the user last came', async () => {
  await app.addUser({ username: 'seen', roleIds: [4] });
  expect(await rowOf('seen')).toMatchObject({ secondFactor: '1', demandedBy: '', shops: '', lastSignInAt: null });
  const token = await app.signIn('seen');
  const { secret } = (await change(token, 'start')).body.data as { secret: string };
  expect((await change(token, 'confirm', codeOf(secret))).status).toBe(200);
  expect(await rowOf('seen')).toMatchObject({ secondFactor: '2', lastSignInAt: expect.any(String) });
  expect((await demand(4, '2')).status).toBe(200);
  expect(await rowOf('seen')).toMatchObject({ demandedBy: '营业员' });
  expect((await demand(4, '1')).status).toBe(200);
  const on = (await app.get('/user-safety?secondFactor=2')).body.data as { count: number };
  expect(on.count).toBe(1);
});

test('recovery codes are renewed with password and code, and the old ones are worth nothing', async () => {
  await app.addUser({ username: 'renews', roleIds: [4] });
  const token = await app.signIn('renews');
  const Codes = z.object({ recoveryCodes: z.array(z.string()).length(10) });
  expect((await change(token, 'renew', '123456')).body.msg).toBe('两步验证没有启用');
  const { secret } = (await change(token, 'start')).body.data as { secret: string };
  const before = Codes.parse((await change(token, 'confirm', codeOf(secret))).body.data).recoveryCodes;
  expect(await change(token, 'renew')).toMatchObject({ status: 422, body: { data: [{ path: 'code' }] } });
  ahead += 60_000;
  const after = Codes.parse((await change(token, 'renew', codeOf(secret))).body.data).recoveryCodes;
  expect(after.filter((code) => before.includes(code))).toEqual([]);
  expect((await change(token, 'disable', before[0])).status).toBe(422);
  expect((await change(token, 'disable', after[0])).status).toBe(200);
});

test('nobody says of a role how it signs in who could not grant it; every change leaves its traces', async () => {
  const { master } = app.house.deps;
  await master.query(sql.unsafe`
    INSERT INTO master.sys_role (id, role_name, role_key, menu_ids)
    SELECT 900, '安全员', 'safety', array_agg(id) FROM master.sys_menu
    WHERE permission IN ('admin:userSafety:list', 'admin:sysRole:update')`);
  await app.addUser({ username: 'guard', roleIds: [900] });
  const token = await app.signIn('guard');
  expect((await app.get('/user-safety/roles', { token })).status).toBe(200);
  expect((await demand(3, '2', token)).status).toBe(403);
  expect((await demand(1, '2', token)).status).toBe(403);
  expect((await demand(900, '2', token)).status).toBe(200);
  expect((await demand(7_000, '2')).status).toBe(422);
  const nobody = await app.signIn((await app.addUser({ username: 'clerk', roleIds: [4] })) > 0 ? 'clerk' : '');
  expect((await app.get('/user-safety', { token: nobody })).status).toBe(403);
  expect((await demand(4, '2', nobody)).status).toBe(403);
  const Kept = z.object({ row: z.string() });
  const rows = await master.anyFirst(sql.type(Kept)`
    SELECT t::text AS row FROM master.command t WHERE title = '角色要求两步验证' ORDER BY id`);
  expect(rows.some((row) => row.includes('900') && row.includes('guard'))).toBe(true);
  const changes = await master.anyFirst(sql.type(Kept)`SELECT t::text AS row FROM master.change_log t`);
  expect(changes.some((row) => row.includes('second_factor') && row.includes('sys_role'))).toBe(true);
});
