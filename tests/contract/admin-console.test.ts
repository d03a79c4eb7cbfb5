/**
 * What the screens of an unchanged console send and read, seen by clicking through one: beside the shapes of
 * `admin-shapes` the sorting of every column it sorts by, its profile, and the whole records that it sends back.
 */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, type App } from '../support/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ env: { STATUS_IN_BODY: 'on' } });
  for (const username of ['zhao', 'an', 'mu']) await app.addUser({ username, roleIds: [4] });
});
afterAll(() => app.stop());

const Page = z.object({ list: z.array(z.record(z.string(), z.unknown())).min(2) });
const rowsOf = async (path: string) => Page.parse((await app.get(path)).body.data).list;

describe('sorting', () => {
  /** Each list with the key of its rows and what its headers are called. */
  const HEADERS: readonly (readonly [path: string, id: string, columns: readonly string[]])[] = [
    ['/sys-user', 'userId', ['userId', 'username', 'status', 'createdAt']],
    ['/role', 'roleId', ['roleId', 'roleName', 'roleSort', 'status', 'createdAt']],
    ['/config', 'id', ['id', 'configName', 'configKey', 'configType', 'createdAt']],
    ['/sys-api', 'id', ['title', 'path', 'createdAt']],
  ];
  test.for(HEADERS.flatMap(([path, id, columns]) => columns.map((column) => [path, id, column] as const)))(
    '%s by its key %s: column %s goes both ways',
    async ([path, id, column]) => {
      const rows = (way: string) => rowsOf(`${path}?pageIndex=1&pageSize=1000&${column}Order=${way}`);
      const [up, down] = [await rows('asc'), await rows('desc')];
      expect(down.map((row) => row[id])).toEqual(up.map((row) => row[id]).toReversed());
      const values = up.map((row) => row[column]);
      expect(values.every((value) => value !== undefined)).toBe(true);
      // Equal neighbours only: a list that leaves the column alone mixes them.
      const seen = values.filter((value, at) => at === 0 || value !== values[at - 1]);
      expect(new Set(seen).size).toBe(seen.length);
    },
  );
  test('keys of parameters go by their letters', async () => {
    const keys = (await rowsOf('/config?pageSize=1000&configKeyOrder=asc')).map(({ configKey }) => String(configKey));
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.indexOf('beian')).toBeLessThan(keys.indexOf('sys_app_name'));
  });
});

test('the picture at the door fits the box of a console, which cuts off what is wider than 102 by 40', async () => {
  const { body } = await app.get('/captcha', { token: null });
  const { data } = z.object({ data: z.string().startsWith('data:image/') }).parse(body);
  const { width, height } = await sharp(Buffer.from(data.split(',')[1] ?? '', 'base64')).metadata();
  expect(width / height).toBeLessThanOrEqual(102 / 40);
});

describe('the profile', () => {
  const form = { nickName: '新名', phone: '13800138000', email: 'a@b.cn', sex: '1' };
  const profileOf = async (token: string) =>
    z.object({ user: z.unknown() }).parse((await app.get('/user/profile', { token })).body.data).user;
  test('its form comes without a number and means whoever is signed in, also one who may edit others', async () => {
    await app.addUser({ username: 'plain', roleIds: [4] });
    const token = await app.signIn('plain');
    expect((await app.put('/sys-user', form, { token })).body).toMatchObject({ code: 200, msg: '修改成功' });
    expect(await profileOf(token)).toMatchObject({ ...form, username: 'plain', roleIds: [4] });
    expect((await app.put('/sys-user', { ...form, nickName: '主' })).body.code).toBe(200);
    expect(await profileOf(app.adminToken)).toMatchObject({ nickName: '主', username: 'admin', roleIds: [1] });
  });
  test('a record that lost its number is nobody', async () => {
    for (const more of [{ status: '1' }, { roleIds: [1] }, { username: 'x' }, { deptId: 1 }])
      expect((await app.put('/sys-user', { ...form, ...more })).body, JSON.stringify(more)).toMatchObject({
        code: 422,
        data: [{ path: 'userId' }],
      });
  });
  test('who has no picture gets one that every console can draw; his record has none', async () => {
    await app.addUser({ username: 'faceless', roleIds: [4] });
    const token = await app.signIn('faceless');
    const { avatar } = z.object({ avatar: z.string() }).parse((await app.get('/getinfo', { token })).body.data);
    // What holds `http` is not put behind the address of the API; `?imageView2/…` comes after it.
    expect(avatar).toContain('http');
    const { protocol, pathname, search } = new URL(`${avatar}?imageView2/1/w/80/h/80`);
    expect([protocol, search]).toEqual(['data:', '']);
    expect(decodeURIComponent(pathname)).toMatch(/^image\/svg\+xml,<svg .*<\/svg>$/);
    expect(await profileOf(token)).toMatchObject({ avatar: '' });
  });
});
