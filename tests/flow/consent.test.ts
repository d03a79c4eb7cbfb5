/** Consents of customers (R67): given, withdrawn and given again, nothing overwritten; by two clerks at once; of whoever is merged or erased. */
import pg from 'pg';
import * as xlsx from 'xlsx';
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { PURPOSE_VALUES, CONSENT_CHANNELS, CONSENT_PURPOSES } from 'services/master-data/contract';
import { startApp, type App, type Reply } from '../support/app.ts';
import { holderOf } from '../support/guarded.ts';

const PATH = '/base-customer-consent';
const MINUTE = 60_000;
let app: App;
let clock = Date.now();
beforeAll(async () => {
  app = await startApp({ clock: () => new Date(clock) });
});
afterAll(() => app.stop());

let last = 13_300_000_000;
const customer = async (name: string): Promise<number> => {
  const reply = await app.post('/base-customer', { name, mobile: String((last += 1)), status: '2' });
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const give = (customerId: number, change: object = {}, options: { key?: string; token?: string } = {}) =>
  app.post(PATH, { customerId, purpose: 'sms', channel: 'paper', ...change }, options);
const given = async (...of: Parameters<typeof give>): Promise<number> => {
  const reply = await give(...of);
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const withdraw = (id: number, change: object = {}) =>
  app.put(`${PATH}/withdraw/${id}`, { reason: '不想再收到', ...change });
type Row = Readonly<Record<string, unknown>>;
const rowsOf = async (query: string): Promise<readonly Row[]> => {
  const reply = await app.get(`${PATH}?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body.data as { list: readonly Row[] }).list;
};
const said = ({ status, body }: Reply) => [status, body.msg, body.data];
const fieldOf = (reply: Reply) => [reply.status, (reply.body.data as readonly Row[])[0]];
const consentsOf = async (id: number) => ((await app.get(`/base-customer/${id}`)).body.data as Row)['consents'];

describe('one consent', () => {
  test('is noted with who and when, ends with its reason, and is another row when it is given again (S1§2.9/8)', async () => {
    const id = await customer('甲');
    const first = await given(id, { proof: '同意书 12 号' });
    expect(await rowsOf(`customerId=${id}`)).toMatchObject([
      {
        id: first,
        customerName: '甲',
        purpose: 'sms',
        channel: 'paper',
        state: '1',
        proof: '同意书 12 号',
        givenBy: '管理员',
        withdrawnAt: '',
        withdrawnBy: '',
        reason: '',
      },
    ]);
    expect(await consentsOf(id)).toBe('营销短信');
    clock += MINUTE;
    expect(said(await withdraw(first))).toEqual([200, '已撤回营销短信', first]);
    expect(await consentsOf(id)).toBe('');
    clock += MINUTE;
    const second = await given(id);
    const rows = await rowsOf(`customerId=${id}`);
    expect(rows.map((row) => [row['id'], row['state'], row['reason']])).toEqual([
      [second, '1', ''],
      [first, '2', '不想再收到'],
    ]);
    expect(Date.parse(String(rows[1]?.['withdrawnAt']))).toBe(clock - MINUTE);
    const log = await app.house.deps.master.any(sql.type(
      z.object({ action: z.string(), user_name: z.string(), was: z.string().nullable(), is: z.string() }),
    )`
      SELECT action, user_name, before ->> 'reason' AS was, after ->> 'reason' AS is FROM master.change_log
      WHERE table_name = 'customer_consent' AND row_id = ANY (${sql.array([String(first), String(second)], 'text')}) ORDER BY id`);
    expect(log).toEqual([
      { action: 'insert', user_name: 'admin', was: null, is: '' },
      { action: 'update', user_name: 'admin', was: '', is: '不想再收到' },
      { action: 'insert', user_name: 'admin', was: null, is: '' },
    ]);
    const logged = (await app.get('/sys-opera-log?pageSize=100')).body.data as { list: readonly Row[] };
    const titles = logged.list.map((row) => row['title']);
    expect(titles).toEqual(expect.arrayContaining(['新增授权同意', '撤回授权同意']));
  });

  test('that stands is not given twice in the same way; in another way it is, and both end together (S1§2.9/8)', async () => {
    const id = await customer('乙');
    const paper = await given(id, { purpose: 'call' });
    const twice = await give(id, { purpose: 'call' });
    expect(twice.status).toBe(409);
    expect(twice.body.msg).toMatch(/^电话回访（门店签字）已于\d{4}-\d\d-\d\d \d\d:\d\d同意，仍然有效$/);
    expect(twice.body.data).toMatchObject([{ path: 'purpose' }]);
    const byMini = await given(id, { purpose: 'call', channel: 'mini' });
    const other = await given(id, { purpose: 'member' });
    expect(await consentsOf(id)).toBe('会员服务、电话回访');
    clock += MINUTE;
    expect(said(await withdraw(paper))).toEqual([200, '已撤回电话回访，共2条', paper]);
    expect(await consentsOf(id)).toBe('会员服务');
    const again = await withdraw(byMini);
    expect([again.status, again.body.msg]).toEqual([409, expect.stringMatching(/^该同意已于.+由管理员撤回$/)]);
    expect((await rowsOf(`customerId=${id}&state=1`)).map((row) => row['id'])).toEqual([other]);
  });

  test('the same click twice is one; two clerks at once are one, whether they give or withdraw (S1§2.9/8)', async () => {
    const id = await customer('丙');
    const [one, same] = await Promise.all([give(id, {}, { key: 'twice-01' }), give(id, {}, { key: 'twice-01' })]);
    expect([one.status, same.status, one.body.data]).toEqual([200, 200, same.body.data]);
    const both = await Promise.all(Array.from({ length: 6 }, () => give(id, { purpose: 'wechat' })));
    expect(
      both
        .map(({ status }) => String(status))
        .toSorted()
        .join(),
    ).toBe('200,409,409,409,409,409');
    expect(await rowsOf(`customerId=${id}&purpose=wechat`)).toHaveLength(1);
    clock += MINUTE;
    const ends = await Promise.all(Array.from({ length: 4 }, () => withdraw(Number(one.body.data))));
    expect(
      ends
        .map(({ status }) => String(status))
        .toSorted()
        .join(),
    ).toBe('200,409,409,409');
  });

  test('somebody else changed meanwhile is not ended unseen', async () => {
    const id = await given(await customer('丁'));
    const stale = await app.put(`${PATH}/withdraw/${id}`, { reason: '试' }, { headers: { 'if-match': '"7"' } });
    expect(stale.status).toBe(412);
  });
});

describe('what is refused, at its field', () => {
  const moment = (ms: number): string => new Date(ms).toISOString();
  test('times: to come, before the customer was entered, withdrawn before given, given again before withdrawn (S1§2.9/8)', async () => {
    const id = await customer('戊');
    expect(fieldOf(await give(id, { givenAt: moment(clock + MINUTE) }))).toEqual([
      422,
      { path: 'givenAt', message: '同意时间不能晚于现在' },
    ]);
    const early = fieldOf(await give(id, { givenAt: '2020-01-02 10:00:00' }));
    expect(early).toMatchObject([
      422,
      { path: 'givenAt', message: expect.stringMatching(/^同意时间不能早于客户建档日期20/) },
    ]);
    expect(fieldOf(await give(id, { givenAt: '2020-13-02 10:00:00' }))).toMatchObject([422, { path: 'givenAt' }]);
    clock += 3 * MINUTE;
    const row = await given(id, { givenAt: moment(clock - MINUTE) });
    expect(fieldOf(await withdraw(row, { withdrawnAt: moment(clock + MINUTE) }))).toMatchObject([
      422,
      { path: 'withdrawnAt', message: '撤回时间不能晚于现在' },
    ]);
    expect(fieldOf(await withdraw(row, { withdrawnAt: moment(clock - 2 * MINUTE) }))).toMatchObject([
      422,
      { path: 'withdrawnAt', message: expect.stringMatching(/^撤回时间不能早于同意时间/) },
    ]);
    expect(fieldOf(await withdraw(row, { reason: ' ' }))).toEqual([422, { path: 'reason', message: '请填写撤回原因' }]);
    expect((await withdraw(row)).status).toBe(200);
    expect(fieldOf(await give(id, { givenAt: moment(clock - MINUTE) }))).toMatchObject([
      422,
      { path: 'givenAt', message: expect.stringMatching(/新的同意不能早于撤回时间$/) },
    ]);
  });

  test('purposes and ways are those of the list; the customer is one', async () => {
    const id = await customer('己');
    expect(fieldOf(await give(id, { purpose: '短信' }))).toEqual([422, { path: 'purpose', message: '请选择用途' }]);
    expect(fieldOf(await give(id, { channel: '' }))).toEqual([422, { path: 'channel', message: '请选择同意方式' }]);
    expect(fieldOf(await give(987_654_321))).toEqual([422, { path: 'customerId', message: '没有这个客户' }]);
    expect((await withdraw(987_654_321)).status).toBe(404);
    for (const { value } of CONSENT_PURPOSES) await given(id, { purpose: value, channel: 'scan' });
    for (const { value } of CONSENT_CHANNELS) if (value !== 'scan') await given(id, { channel: value });
    expect((await rowsOf(`customerId=${id}&pageSize=50`)).length).toBe(
      CONSENT_PURPOSES.length + CONSENT_CHANNELS.length - 1,
    );
  });

  test('散客 and whoever is disabled agree to nothing; who agreed is not deleted (S1§2.9/8)', async () => {
    const walkIn = ((await app.get('/base-customer?name=散客')).body.data as { list: { id: number }[] }).list[0];
    expect((await give(walkIn?.id ?? 0)).body.msg).toContain('散客');
    const id = await customer('庚');
    await given(id);
    const kept = await app.del('/base-customer', { ids: [id] });
    expect([kept.status, kept.body.msg]).toEqual([409, '该客户已有授权同意记录，不能删除']);
    const mobile = String(last);
    expect((await app.put(`/base-customer/${id}`, { name: '庚', mobile, status: '1' })).status).toBe(200);
    expect((await give(id, { purpose: 'call' })).body.msg).toBe('该客户已停用');
  });
});

test('who withdraws while a merge is under way ends it on both records', async () => {
  const [keep, merge] = [await customer('壬'), await customer('壬（旧）')];
  const [stays, old] = [await given(keep), await given(merge)];
  const merging = new pg.Client({ connectionString: app.house.deps.databaseUrl });
  await merging.connect();
  try {
    await merging.query('BEGIN');
    await merging.query(`UPDATE master.customer SET status = '1', merged_into = $1 WHERE id = $2`, [keep, merge]);
    const ending = withdraw(old);
    // It waits for the row that is being merged.
    await vi.waitFor(async () => {
      const { rows } = await merging.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
      );
      expect(rows.length).toBe(1);
    }, 10_000);
    await merging.query('COMMIT');
    expect((await ending).body.msg).toBe('已撤回营销短信，共2条');
  } finally {
    await merging.end();
  }
  const rows = await rowsOf(`customerId=${keep}`);
  expect(new Map(rows.map((row) => [row['id'], row['state']]))).toEqual(
    new Map([
      [stays, '2'],
      [old, '2'],
    ]),
  );
});

test('whoever is merged brings what was agreed to along, and may end it there (S1§2.9/8)', async () => {
  const [keep, merge] = [await customer('辛'), await customer('辛（旧）')];
  const old = await given(merge, { purpose: 'birthday' });
  const merged = await app.post('/base-customer/merge', { keepId: keep, mergeId: merge, reason: '同一人' });
  expect(merged.status, merged.text).toBe(200);
  expect(await rowsOf(`customerId=${keep}`)).toMatchObject([{ id: old, customerId: merge, state: '1' }]);
  expect(await consentsOf(keep)).toBe('生日关怀');
  const found = (await app.get(`/base-customer?agreedTo=birthday&nameOrMobile=${encodeURIComponent('辛')}`)).body
    .data as { list: readonly Row[] };
  expect(found.list.map((row) => row['id'])).toEqual([keep]);
  expect((await give(merge)).body.msg).toContain('已合并到其他客户');
  const twice = await give(keep, { purpose: 'birthday' });
  expect(twice.status).toBe(409);
  await given(keep, { purpose: 'birthday', channel: 'call' });
  clock += MINUTE;
  expect((await withdraw(old)).body.msg).toBe('已撤回生日关怀，共2条');
  expect(await consentsOf(keep)).toBe('');
});

test('an erased customer agrees to nothing any more: the fact stays without a word of the person (S1§2.9/8)', async () => {
  const id = await customer('壬');
  const [row] = [await given(id, { purpose: 'share', proof: '壬的签字 13300001234' }), await given(id)];
  const ended = await given(id, { purpose: 'call', proof: '录音' });
  expect((await withdraw(ended, { reason: '壬不愿接电话' })).status).toBe(200);
  const erased = await app.post(`/base-customer/${id}/erase`, { reason: '本人要求' });
  expect(erased.status, erased.text).toBe(200);
  const rows = await rowsOf(`customerId=${id}`);
  expect(rows.map((one) => [one['purpose'], one['state'], one['customerName'], one['proof'], one['reason']])).toEqual([
    ['call', '2', '已注销', '', ''],
    ['sms', '2', '已注销', '', '已注销'],
    ['share', '2', '已注销', '', '已注销'],
  ]);
  const texts = await app.house.deps.master.anyFirst(sql.type(z.object({ line: z.string() }))`
    SELECT t::text AS line FROM master.customer_consent AS t UNION ALL SELECT t::text FROM master.change_log AS t
    UNION ALL SELECT t::text FROM master.command AS t`);
  expect(texts.filter((line) => /壬的签字|壬不愿接电话/.test(line))).toEqual([]);
  expect((await give(id, { purpose: 'member' })).body.msg).toBe('该客户已注销，不能登记授权同意');
  expect((await withdraw(row)).body.msg).toBe('该客户已注销，不能修改授权同意');
});

test('erasing and agreeing at once: whoever comes second finds it done', async () => {
  const id = await customer('癸');
  const [erased, ...gave] = await Promise.all([
    app.post(`/base-customer/${id}/erase`, { reason: '本人要求' }),
    ...PURPOSE_VALUES.map((purpose) => give(id, { purpose })),
  ]);
  expect(erased.status).toBe(200);
  expect(gave.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(await rowsOf(`customerId=${id}&state=1`)).toEqual([]);
});

describe('lists', () => {
  test('customers are found by what they let be done, and told of', async () => {
    const id = await customer('短信客');
    await given(id, { purpose: 'portrait' });
    const list = async (query: string) =>
      ((await app.get(`/base-customer?${query}`)).body.data as { list: readonly Row[] }).list;
    expect(await list('agreedTo=portrait&nameOrMobile=短信客')).toMatchObject([{ id, consents: '试戴照片展示' }]);
    expect(await list('agreedTo=profile&nameOrMobile=短信客')).toEqual([]);
    expect((await app.get('/base-customer?agreedTo=all')).status).toBe(422);
  });

  test('a sheet says it in words, numbers are masked for whoever may not see them (S1§2.9/8)', async () => {
    const id = await customer('导出客');
    const mobile = String(last);
    await given(id, { purpose: 'profile', channel: 'mini' });
    const sheet = async (token: string) => {
      const answer = await fetch(`${app.url}/api/v1${PATH}/export?customerId=${id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const book = xlsx.read(await answer.bytes());
      return Object.values(book.Sheets)
        .map((one) => xlsx.utils.sheet_to_csv(one))
        .join('\n');
    };
    const whole = await sheet(app.adminToken);
    for (const word of ['导出客', mobile, '个性化推荐', '小程序', '有效', '管理员']) expect(whole).toContain(word);
    const clerk = await holderOf(app, ['base:baseCustomerConsent:list', 'base:baseCustomerConsent:export']);
    const masked = await sheet(clerk);
    expect(masked).toContain('导出客');
    expect(masked).not.toContain(mobile);
    const shown = await app.get(`${PATH}?customerId=${id}`, { token: clerk });
    expect(shown.text).not.toContain(mobile);
  });

  test('a seller notes and ends a consent, whoever only reads does neither', async () => {
    const id = await customer('营业客');
    await app.addUser({ username: 'seller-a', roleIds: [4] });
    const seller = await app.signIn('seller-a');
    const row = await given(id, {}, { token: seller });
    const end = await app.put(`${PATH}/withdraw/${row}`, { reason: '打扰' }, { token: seller });
    expect(end.status, end.text).toBe(200);
    await app.addUser({ username: 'auditor-a', roleIds: [7] });
    const auditor = await app.signIn('auditor-a');
    expect((await app.get(`${PATH}?customerId=${id}`, { token: auditor })).status).toBe(200);
    expect((await give(id, {}, { token: auditor })).status).toBe(403);
  });
});
