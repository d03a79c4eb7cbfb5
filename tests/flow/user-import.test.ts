/** Users by the table: template, whole or not at all, rights of whoever imports; avatar, sessions, the way back in. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'slonik';
import { read, utils, write } from 'xlsx';
import { z } from 'zod';
import { startApp, USER_PASSWORD } from '../support/app.ts';
import type { App } from '../support/app.ts';

const HEADINGS = [
  '登录名称*',
  '用户名称*',
  '部门*',
  '手机号码*',
  '邮箱*',
  '性别',
  '岗位',
  '角色',
  '分店*',
  '状态',
  '备注',
];
/** Nobody is in all shops by an empty cell (R155). */
const NO_SHOP = '分店不能为空，请填分店或“全部分店”';
type Person = readonly string[];
const person = (username: string, more: { readonly [column: number]: string } = {}): Person =>
  Object.assign(
    [username, `${username}名`, '总部', '13800138000', 'a@example.com', '女', '', '营业员', '全部分店', '', ''],
    more,
  );
const sheetOf = (rows: readonly Person[], headings: readonly string[] = HEADINGS): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([[...headings], ...rows.map((row) => [...row])]), '用户');
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
};

let app: App;
type File = { readonly field: string; readonly fileName: string; readonly bytes: Buffer; readonly token?: string };
const sendFile = (path: string, { field, fileName, bytes, token }: File) => {
  const body = new FormData();
  body.append(field, new Blob([new Uint8Array(bytes)]), fileName);
  return app.call('POST', path, { body, ...(token !== undefined && { token }) });
};
const download = async (path: string): Promise<Buffer> => {
  const answer = await fetch(`${app.url}/api/v1${path}`, { headers: { authorization: `Bearer ${app.adminToken}` } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
beforeAll(async () => {
  app = await startApp();
  await app.house.deps.master.query(sql.unsafe`
    INSERT INTO master.sys_dept (id, parent_id, dept_name) VALUES (70, 1, '华东'), (71, 70, '门店'), (72, 1, '门店');
    `);
  await app.house.deps.master.query(sql.unsafe`
    INSERT INTO master.sys_post (id, post_name, post_code) VALUES (5, '店长', 'DZ')`);
});
afterAll(() => app.stop());

const upload = (rows: readonly Person[], { update = false, headings = HEADINGS, token = '' } = {}) =>
  sendFile(`/system/user/importData?updateSupport=${update ? '1' : '0'}`, {
    field: 'file',
    fileName: '用户.xlsx',
    bytes: sheetOf(rows, headings),
    ...(token !== '' && { token }),
  });
const userOf = async (username: string): Promise<Record<string, unknown> | undefined> => {
  const { body } = await app.get(`/sys-user?username=${username}`);
  return z.object({ list: z.array(z.record(z.string(), z.unknown())) }).parse(body.data).list[0];
};

test('what a program damaged is refused at its cell: errors, dates, numbers as powers of ten, formulas', async () => {
  const damaged = { 1: 'Err:502', 3: '1.38E+10', 6: '=A1&"x"', 9: '3月12日', 10: '2026/3/12' };
  const answer = await upload([person('damaged', damaged)]);
  expect(answer).toMatchObject({
    status: 422,
    body: {
      data: [
        { row: 2, field: '用户名称', message: '单元格公式有错误' },
        { row: 2, field: '手机号码', message: '编号已变成科学计数法，后面的数字已丢失，请把该列设为文本后重新填写' },
        { row: 2, field: '岗位', message: '公式没有计算结果，请在Excel中打开并保存后再导入，或粘贴为数值' },
        { row: 2, field: '状态', message: expect.stringMatching(/^是日期/) },
      ],
    },
  });
  expect(await userOf('damaged')).toBeUndefined();
});

test('the template is what the import reads (S2§2.2/5)', async () => {
  const bytes = await download('/sys-user/import-template');
  const sheet = read(bytes).Sheets['用户'];
  const [headings, example] = utils.sheet_to_json<string[]>(sheet as never, { header: 1 });
  expect(headings).toEqual(HEADINGS);
  const answer = await upload([person('template', Object.fromEntries((example ?? []).map((cell, at) => [at, cell])))]);
  expect(answer.body).toMatchObject({ code: 200, data: { created: 1, updated: 0 } });
});
test('people come in with department, post, roles and shops by name, and change the password first', async () => {
  const rows = [
    person('lanlan', { 2: '总部/华东/门店', 6: '店长', 7: '营业员、库管', 9: '停用', 10: '试用' }),
    person('taotao', { 5: '男' }),
  ];
  expect((await upload(rows)).body).toMatchObject({ code: 200, msg: '导入成功：新增2人，更新0人' });
  expect(await userOf('lanlan')).toMatchObject({
    deptId: 71,
    postId: 5,
    roleIds: [4, 5],
    sex: '1',
    status: '1',
    remark: '试用',
  });
  expect(await userOf('taotao')).toMatchObject({ deptId: 1, roleIds: [4], sex: '0', status: '2', lockShops: [] });
  const history = await app.get(`/sys-user/${String((await userOf('taotao'))?.['userId'])}/history`);
  expect(JSON.stringify(history.body.data)).not.toContain('password_hash');
  const initial = (await app.get('/configKey/sys_user_initPassword')).body.data as { configValue: string };
  const token = await app.signIn('taotao', initial.configValue);
  expect((await app.get('/sys-user', { token })).status).toBe(403);
});
test('one wrong row and nothing is imported; every place is named (S2§2.2/5)', async () => {
  const rows = [
    person('good1'),
    person('bad1', { 2: '门店', 3: '123', 7: '无此角色' }),
    person('good1', { 1: '又一个' }),
    person('bad2', { 1: '', 5: '中' }),
    person('admin'),
    person('bad3', { 7: '系统管理员' }),
    person('bad4', { 4: '', 8: '' }),
    person('bad5', { 8: '、' }),
  ];
  const { status, body } = await upload(rows);
  expect(status).toBe(422);
  expect(body.msg).toBe('导入失败，共7行、12处有误：第3行“手机号码”请输入正确的手机号码');
  expect(body.data).toEqual([
    { row: 3, field: '手机号码', message: '请输入正确的手机号码' },
    { row: 3, field: '部门', message: '有2个“门店”，请写全路径' },
    { row: 3, field: '角色', message: '角色“无此角色”不存在或已停用' },
    { row: 4, field: '登录名称', message: '与第2行重复' },
    { row: 5, field: '性别', message: '性别请填 男 或 女' },
    { row: 5, field: '用户名称', message: '用户名称不能为空' },
    { row: 6, field: '登录名称', message: '系统管理员账号不能通过导入修改' },
    { row: 6, field: '角色', message: '不能取消自己的角色' },
    { row: 7, field: '角色', message: '系统管理员角色不能通过导入授予' },
    { row: 8, field: '邮箱', message: '邮箱地址不能为空' },
    { row: 8, field: '分店', message: NO_SHOP },
    { row: 9, field: '分店', message: NO_SHOP },
  ]);
  expect(await userOf('good1')).toBeUndefined();
  expect((await upload([person('x')], { headings: ['姓名', ...HEADINGS.slice(1)] })).body.data).toEqual([
    { path: 'file', message: '表中缺少“登录名称”列，请使用导入模板' },
  ]);
});
test('in a table too, logins that look alike are one (R152), and a telephone is one however it is written', async () => {
  const twice = await upload([person('twin'), person('ｔｗｉｎ'), person('twin\u200B'), person('тwin')]);
  expect(twice).toMatchObject({
    status: 422,
    body: {
      data: [
        { row: 3, field: '登录名称', message: '与第2行重复' },
        { row: 4, field: '登录名称', message: '含有看不见的字符，请删除后重新输入' },
        { row: 5, field: '登录名称', message: '不能混用拉丁字母和西里尔字母或希腊字母' },
      ],
    },
  });
  expect(await upload([person('twin', { 3: '\u202D0086 139-0013-9002\u202C' })])).toMatchObject({ status: 200 });
  expect(await userOf('twin')).toMatchObject({ phone: '13900139002' });
  expect(await upload([person('ｔｗｉｎ')])).toMatchObject({ status: 422 });
});
test('who exists is changed only where that was asked, and only in what is filled (S2§2.2/5)', async () => {
  expect((await upload([person('again', { 10: '第一次' })])).status).toBe(200);
  const change = person('again', { 1: '新名', 2: '', 3: '', 4: '', 5: '', 7: '', 8: '', 9: '停用', 10: '' });
  expect((await upload([change])).body.data).toEqual([
    { row: 2, field: '登录名称', message: '登录名称已存在；要更新已有用户请勾选“更新已经存在的用户”' },
  ]);
  expect((await upload([change], { update: true })).body.data).toEqual({ created: 0, updated: 1 });
  expect(await userOf('again')).toMatchObject({ nickName: '新名', remark: '第一次', status: '2', roleIds: [4] });
});
test('nobody imports people with more than his own rights', async () => {
  await app.house.deps.master.query(sql.unsafe`
    INSERT INTO master.sys_role (id, role_name, role_key, menu_ids)
      SELECT 60, '人事', 'people', array_agg(id) FROM master.sys_menu WHERE permission LIKE 'admin:sysUser:%'`);
  await app.addUser({ username: 'people', roleIds: [60] });
  const token = await app.signIn('people');
  const answer = await upload([person('above')], { token });
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.body.data)).toContain('不能授予角色“营业员”');
  expect((await upload([person('below', { 7: '' })], { token })).body).toMatchObject({ data: { created: 1 } });
  await app.house.deps.master.query(sql.unsafe`
    INSERT INTO master.sys_role (id, role_name, role_key, menu_ids, data_scope)
      SELECT 61, '人事二', 'people2', menu_ids, '3' FROM master.sys_role WHERE id = 60`);
  await app.addUser({ username: 'people2', roleIds: [61] });
  const limited = await app.signIn('people2');
  const beyond = '这样的角色和部门的数据权限范围超出你自己的';
  const rows = [
    person('far', { 2: '华东', 7: '人事二' }),
    person('wide', { 7: '人事' }),
    person('near', { 7: '人事二' }),
  ];
  expect((await upload(rows, { token: limited })).body.data).toEqual([
    { row: 2, field: '角色', message: beyond },
    { row: 3, field: '角色', message: beyond },
  ]);
  expect((await upload(rows.slice(2), { token: limited })).body).toMatchObject({ data: { created: 1 } });
  const moved = person('near', { 1: '', 2: '华东', 3: '', 4: '', 5: '', 7: '', 8: '', 9: '' });
  expect((await upload([moved], { update: true, token: limited })).body.data).toEqual([
    { row: 2, field: '部门', message: beyond },
  ]);
  await app.addUser({ username: 'noimport', roleIds: [4] });
  expect((await upload([person('y')], { token: await app.signIn('noimport') })).status).toBe(403);
});
test('five thousand people with half of them wrong leave nothing; all right ones come in (S2§2.2/5)', async () => {
  const many = Array.from({ length: 5_000 }, (_, n) => person(`staff${n}`, n % 2 === 0 ? {} : { 4: 'nonsense' }));
  const refused = await upload(many);
  expect(refused.body.msg).toContain('导入失败，共2500行、2500处有误，以下为前200处：第3行“邮箱”');
  expect((refused.body.data as unknown[]).length).toBe(200);
  expect(await userOf('staff0')).toBeUndefined();
  expect((await upload([...many, person('one-more')])).body.data).toEqual([
    { path: 'file', message: '一次最多导入5000个用户，请拆分文件' },
  ]);
  const right = many.map((_, n) => person(`staff${n}`));
  expect((await upload(right)).body).toMatchObject({ code: 200, data: { created: 5_000, updated: 0 } });
  expect(await userOf('staff4999')).toMatchObject({ nickName: 'staff4999名' });
});
test('the sheet of users comes back in as it went out, also where two departments are called alike (R155)', async () => {
  expect((await upload([person('outin', { 2: '总部/华东/门店', 6: '店长', 8: '全部分店' })])).status).toBe(200);
  const before = await userOf('outin');
  expect(before).toMatchObject({ deptId: 71, lockShops: [] });
  const book = read(await download('/sys-user/export?username=outin'));
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  const lines = utils.sheet_to_json<string[]>(sheet as never, { header: 1 });
  const head = lines.findIndex((cells) => cells.includes('登录名称'));
  expect(lines[head]?.slice(0, HEADINGS.length)).toEqual(HEADINGS.map((heading) => heading.replace('*', '')));
  expect(lines[head + 1]).toEqual(expect.arrayContaining(['总部/华东/门店', '店长', '营业员', '全部分店']));
  const again = await upload([lines[head + 1] ?? []], { update: true, headings: lines[head] ?? [] });
  expect(again.body).toMatchObject({ code: 200, data: { created: 0, updated: 1 } });
  expect(await userOf('outin')).toEqual(before);
});
test('the sheet of users names places and roles, and wants its own key', async () => {
  const bytes = await download('/sys-user/export?username=lanlan');
  const book = read(bytes);
  const text = JSON.stringify(utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] as never, { header: 1 }));
  for (const word of ['lanlan', '门店', '店长', '营业员、库管', '停用']) expect(text).toContain(word);
});
test('an avatar is a picture of at most 2 MB, answered as a console wants it (S2§2.3/1)', async () => {
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#b33' } })
    .png()
    .toBuffer();
  const send = (bytes: Buffer) => sendFile('/user/avatar', { field: 'upload[]', fileName: 'me.png', bytes });
  const { body } = await send(picture);
  expect(body.data).toMatch(/^static\/uploadfile\/[0-9a-f]{32}\.webp$/);
  expect((await app.get('/getinfo')).body.data).toMatchObject({ avatar: `/${String(body.data)}` });
  expect((await send(Buffer.from('no picture'))).status).toBe(415);
  expect((await send(Buffer.alloc(2 * 1024 * 1024 + 1))).status).toBe(413);
});
test('sessions are seen and ended; one ends his own only where he may not more (S2§2.4/3)', async () => {
  const id = await app.addUser({ username: 'twice', roleIds: [4] });
  const [one, two] = [await app.signIn('twice'), await app.signIn('twice')];
  const ofTwo = await app.get('/user/session', { token: two });
  const rows = z
    .array(z.object({ id: z.string(), current: z.boolean() }))
    .parse((ofTwo.body.data as { list: unknown }).list);
  expect(rows).toHaveLength(2);
  const other = rows.find(({ current }) => !current)?.id ?? '';
  const foreign = z
    .array(z.object({ id: z.string(), username: z.string() }))
    .parse(((await app.get('/sys-session?username=admin')).body.data as { list: unknown }).list);
  expect((await app.del('/user/session', { ids: [foreign[0]?.id] }, { token: two })).status).toBe(404);
  expect((await app.del('/user/session', { ids: [other] }, { token: two })).status).toBe(200);
  expect((await app.get('/getinfo', { token: one })).status).toBe(401);
  expect((await app.get('/sys-session', { token: two })).status).toBe(403);
  const left = await app.get(`/sys-session?userId=${id}`);
  expect(left.body.data).toMatchObject({ count: 1 });
  expect((await app.del('/sys-session', { ids: [rows.find(({ current }) => current)?.id] })).status).toBe(200);
  expect((await app.get('/getinfo', { token: two })).status).toBe(401);
});
test('a throttled account is let in again at once', async () => {
  const userId = await app.addUser({ username: 'forgetful', roleIds: [4] });
  const tryWith = async (password: string) =>
    (await app.call('POST', '/login', { body: { username: 'forgetful', password }, token: null })).status;
  for (let times = 0; times < 6; times += 1) await tryWith('wrong-password');
  expect(await tryWith(USER_PASSWORD)).toBe(429);
  expect((await app.put('/user/unlock', { userId })).status).toBe(200);
  expect(await tryWith(USER_PASSWORD)).toBe(200);
});
test('two who edit one user are told; everybody sends his own record back and changes only what is his', async () => {
  const userId = await app.addUser({ username: 'edited', roleIds: [4] });
  const first = await app.get(`/sys-user/${userId}`);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  expect((await app.put('/sys-user', { userId, remark: '甲' }, { headers: { 'if-match': etag } })).status).toBe(200);
  expect((await app.put('/sys-user', { userId, remark: '乙' }, { headers: { 'if-match': etag } })).status).toBe(412);
  const token = await app.signIn('edited');
  const echo = first.body.data as object;
  const own = {
    ...echo,
    userId,
    nickName: '自己',
    email: 'me@example.com',
    phone: '13900139001',
    roleIds: [1],
    status: '1',
  };
  expect((await app.put('/sys-user', own, { token })).status).toBe(200);
  expect(await userOf('edited')).toMatchObject({ nickName: '自己', roleIds: [4], status: '2', remark: '甲' });
  expect((await app.put('/sys-user', { userId: userId + 1, remark: '' }, { token })).status).toBe(403);
});
