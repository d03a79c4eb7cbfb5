/** What a house is set to: dictionaries, templates, settings, and the seeds they come from. */
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldsOf, openHouse, type House, type Page, type Row } from './master-data-house.ts';

let house: House;
let send: House['send'];
let listOf: House['listOf'];
beforeAll(async () => {
  house = await openHouse();
  ({ send, listOf } = house);
});
afterAll(() => house.close());

describe('dictionaries', () => {
  const options = async (path: string): Promise<string[]> =>
    (await send<Row[]>('GET', path, { as: 'clerk' })).data.map(({ value }) => value);

  test('are looked up by everybody, in order, enabled values only (S0§7/25)', async () => {
    expect(await options('/base-data/option-select?dictType=measurePrice')).toEqual(['重量', '数量']);
    expect(await options('/dict-data/option-select?dictType=sys_user_sex')).toEqual(['0', '1']);
    expect((await options('/base-data/option-select?dictType=goodsType')).slice(0, 3)).toEqual([
      '戒指',
      '项链',
      '吊坠',
    ]);
    expect((await send('GET', '/base-data/option-select')).status).toBe(422);
    expect((await send<Row[]>('GET', '/dict/type-option-select')).data.length).toBeGreaterThan(20);
  });

  test('two families of calls, one store (R37)', async () => {
    const sys = (await listOf('/dict/type?pageSize=100')).map(({ dictType }) => dictType);
    const base = (await listOf('/base-dict-type?pageSize=100')).map(({ dictType }) => dictType);
    expect(sys).toContain('sys_yes_no');
    expect(base).toContain('goodsType');
    expect(sys.filter((type: string) => base.includes(type))).toEqual([]);
    const body = { dictType: 'goodsType', dictLabel: 'a', dictValue: 'a', dictSort: 0, status: '2' };
    expect(fieldsOf(await send('POST', '/dict/data', { body }))).toEqual({ dictType: '字典类型不存在' });
  });

  test('label, value and type are locked when editing; a taken value is refused', async () => {
    const { data: ring } = await send<Row>(
      'GET',
      `/base-dict-data/by-value?dictType=goodsType&dictValue=${encodeURIComponent('手镯')}`,
    );
    const reply = await send('PUT', `/base-dict-data/${ring.id}`, {
      body: { ...ring, dictLabel: 'x', dictValue: 'y' },
    });
    expect(reply.status).toBe(422);
    expect(fieldsOf(reply)).toEqual({ dictLabel: '数据标签不能修改', dictValue: '数据键值不能修改' });
    const again = { dictType: 'goodsType', dictLabel: '手镯', dictValue: '手镯', dictSort: 0, status: '2' };
    expect((await send('POST', '/base-dict-data', { body: again })).status).toBe(409);
  });

  test('keep the column settings of a category (S0§5/9)', async () => {
    const body = { dictType: 'goodsType', dictValue: '项链', expandData: { columns: ['name', 'goldWeight'] } };
    expect((await send('PUT', '/base-data/type-template', { body })).status).toBe(200);
    const read = await send<Row>('GET', `/base-data/type-template?dictValue=${encodeURIComponent('项链')}`, {
      as: 'clerk',
    });
    expect(JSON.parse(read.data.expandData)).toEqual(body.expandData);
    expect((await send('PUT', '/base-data/type-template', { body: { ...body, dictValue: '没有' } })).status).toBe(404);
  });
});

describe('templates', () => {
  test('are found by file name, and designed (S0§7/23)', async () => {
    const found = await send<Row>('GET', `/base-print-template/by-name/${encodeURIComponent('标准标签')}`, {
      as: 'clerk',
    });
    expect(found.data).toMatchObject({ kind: 'label', fileName: '标准标签' });
    expect(JSON.parse(found.data.template)).toMatchObject({ version: 2, page: { width: 60, height: 30 } });
    const at = `/base-print-template/update-template/${found.data.id}`;
    const drawn =
      '{"version":2,"page":{"width":40,"height":20},"elements":[{"type":"line","x":1,"y":1,"width":9,"height":0}]}';
    expect((await send('PUT', at, { body: { id: found.data.id, template: drawn } })).status).toBe(200);
    const wrong = drawn.replace('"x":1', '"x":"a"');
    expect(fieldsOf(await send('PUT', at, { body: { template: wrong } }))).toEqual({
      template: '模板内容不正确：第1个元素应为毫米数',
    });
    expect(fieldsOf(await send('PUT', at, { body: { template: '' } }))).toEqual({ template: '模板内容不能为空' });
    expect((await send<Row>('GET', `/base-print-template/${found.data.id}`)).data.template).toBe(drawn);
    expect((await send<Page>('GET', '/base-print-template?kind=invoice')).data.list).toMatchObject([
      { name: '销售单' },
    ]);
    const unknown = { kind: 'poster', name: 'x', fileName: 'x' };
    expect(fieldsOf(await send('POST', '/base-print-template', { body: unknown }))).toEqual({ kind: '模板类型不存在' });
    const columns = (await send<Row[]>('GET', '/base-template-column/list?kind=sell')).data;
    expect(columns[0]).toMatchObject({ columnName: 'orderNo', columnComment: '单号' });
  });
});

describe('settings', () => {
  test('are read by key, saved in one go, and checked by their own rules (S0§7/24)', async () => {
    expect((await send('GET', '/configKey/print_direct', { as: 'clerk' })).data).toEqual({
      configKey: 'print_direct',
      configValue: 'false',
    });
    expect((await send('GET', '/configKey/sys_user_initPassword', { as: 'clerk' })).status).toBe(403);
    const wrong = [
      { configKey: 'sys_app_name', configValue: '' },
      { configKey: 'sell_round_limit', configValue: 'x' },
    ];
    const refused = await send('PUT', '/set-config', { body: wrong });
    expect(refused).toMatchObject({ status: 422, msg: '请输入系统名称' });
    expect(fieldsOf(refused)['1.configValue']).toBe('抹零上限应为不小于0的金额，最多2位小数');
    expect(fieldsOf(await send('PUT', '/set-config', { body: [{ configKey: 'nope', configValue: '1' }] }))).toEqual({
      '0.configKey': '参数“nope”不存在',
    });
    expect(await house.lookup.setting('sys_app_name')).toBe('珠宝管理系统');
    const body = [
      { configKey: 'sys_app_name', configValue: '金玉满堂' },
      { configKey: 'print_direct', configValue: true },
    ];
    expect((await send('PUT', '/set-config', { body })).status).toBe(200);
    expect((await send('GET', '/set-config')).data).toMatchObject({ sys_app_name: '金玉满堂', print_direct: 'true' });
    expect(await house.lookup.setting('sys_app_name')).toBe('金玉满堂');
  });

  test('a secret leaves neither the server nor a trace in the change log, and survives being sent back hidden', async () => {
    const oxs = {
      IsOxs: true,
      OxsSource: 'oss',
      Endpoint: 'e',
      AccessKeyID: 'a',
      AccessKeySecret: 'geheim',
      BucketName: 'b',
    };
    const save = (value: object) =>
      send('PUT', '/set-config', { body: [{ configKey: 'oxs', configValue: JSON.stringify(value) }] });
    expect((await save(oxs)).status).toBe(200);
    const shown = JSON.parse((await send<{ oxs: string }>('GET', '/set-config')).data.oxs);
    expect(shown.AccessKeySecret).toBe('••••');
    await save({ ...shown, BucketName: 'c' });
    const stored = await house.pool.oneFirst(
      sql.unsafe`SELECT config_value FROM master.config WHERE config_key = 'oxs'`,
    );
    const { AccessKeySecret, ...kept } = JSON.parse(String(stored)) as typeof oxs;
    expect({ ...kept, AccessKeySecret: 'geheim' }).toEqual({ ...oxs, BucketName: 'c' });
    expect(AccessKeySecret).toMatch(/^sealed:/);
    const leaks = await house.pool.oneFirst(sql.unsafe`
      SELECT count(*) FROM master.change_log WHERE before::text LIKE '%geheim%' OR after::text LIKE '%geheim%'`);
    expect(leaks).toBe(0);
    expect(fieldsOf(await save({ IsOxs: true, OxsSource: 'oss' }))['0.configValue.Endpoint']).toBe('请输入网址');
  });

  test('built-in ones stay', async () => {
    const [row] = await listOf('/config?configKey=beian');
    expect((await send('DELETE', '/config', { body: { ids: [row?.id] } })).status).toBe(409);
  });
});

test('seeds neither overwrite an edit nor bring back what was deleted', async () => {
  const { data: stone } = await send<Row>(
    'GET',
    `/base-dict-data/by-value?dictType=stoneName&dictValue=${encodeURIComponent('黑曜石')}`,
  );
  await send('DELETE', '/base-dict-data', { body: { ids: [stone.id] } });
  await send('PUT', '/set-config', { body: [{ configKey: 'beian', configValue: '粤ICP备1号' }] });
  await house.seed();
  expect((await send<Row>('GET', '/configKey/beian')).data.configValue).toBe('粤ICP备1号');
  const gone = await send<Row>(
    'GET',
    `/base-dict-data/by-value?dictType=stoneName&dictValue=${encodeURIComponent('黑曜石')}`,
  );
  expect(gone.status).toBe(404);
});
