/** Write-offs and write-ups over HTTP (R2, R4, R7, R9, R11, R12, R13): by hand, and out of an audited check. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextId } from '../../services/platform/streams/wire-ids.ts';
import { adjustStream } from '../../services/stock-adjust/contract.ts';
import type { Reply } from '../support/app.ts';
import { startChain, type Chain } from './shops.ts';

const PATH = '/biz-stock-adjust';
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

const [LOSS, GAIN] = ['1', '2'];
const body = (kind: string | undefined, lines: readonly object[], change: Record<string, unknown> = {}) => ({
  kind,
  shopId: chain.home,
  adjustAt: chain.today,
  reason: '柜台清点后确认',
  bizGoodsList: lines,
  ...change,
});
const done = (reply: Reply): number => {
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const save = async (...asked: Parameters<typeof body>): Promise<number> =>
  done(await chain.app.post(PATH, body(...asked)));
const said = async (...asked: Parameters<typeof body>): Promise<string> => {
  const reply = await chain.app.post(PATH, body(...asked));
  return `${reply.status} ${String(reply.body.msg)}`;
};
const flow = async (barcode: string): Promise<readonly [string, number][]> => {
  const reply = await chain.app.get(`/report-goods-flow?barcode=${barcode}`);
  const { list } = (reply.body.data as { list: { list: { billType: string; num: number }[] } }).list;
  return list.map(({ billType, num }) => [billType, num]);
};
const stateOf = async (barcode: string): Promise<unknown> => {
  const reply = await chain.app.get(`/biz-goods-in?barcode=${barcode}`);
  return (reply.body.data as { list: { state: string }[] }).list[0]?.state;
};
const audit = async (id: number): Promise<void> => expect((await chain.audit(PATH, [id])).status).toBe(200);

describe('by hand', () => {
  test('a broken piece is held, written off, told everywhere, and comes back by 反审核', async () => {
    const barcode = await chain.stock();
    const id = await save(LOSS, [{ barcode, reason: '戒圈断裂' }], { pictures: '["a1.webp"]' });
    expect((await chain.lookup(barcode)).body.msg).toContain(`此首饰已被SY${id}占用`);
    expect(await stateOf(barcode)).toBe('待审');
    await audit(id);
    expect(await stateOf(barcode)).toBe('报损');
    expect((await chain.lookup(barcode)).body.msg).toBe(`此首饰已报损（SY${id}）`);
    expect(await chain.record(PATH, id)).toMatchObject({
      no: `SY${id}`,
      kindName: '报损',
      num: 1,
      auditFlag: 2,
      pictures: '["a1.webp"]',
      photos: ['/static/uploadfile/a1.webp'],
      bizGoodsList: [{ barcode, num: 1, stock: 0, reason: '戒圈断裂' }],
    });
    const life = (await chain.app.get(`/report-goods-flow/life?barcode=${barcode}`)).body.data as {
      steps: { title: string; reason: string | null; documentNo: string | null }[];
    };
    expect(life.steps.at(-1)).toMatchObject({
      title: '报损',
      reason: '柜台清点后确认：戒圈断裂',
      documentNo: `SY${id}`,
    });
    expect((await chain.app.put(`${PATH}/${id}`, body(LOSS, [{ barcode }]))).status).toBe(409);
    expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(409);
    expect((await chain.app.put(`${PATH}/unaudit/${id}`, { ids: [id], reason: '' })).status).toBe(422);
    expect((await chain.unaudit(PATH, [id])).status).toBe(200);
    expect(await flow(barcode)).toEqual([
      ['正常入库', 1],
      ['报损', -1],
      ['报损（反审核）', 1],
    ]);
    expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
    expect(await chain.free(barcode)).toBe(1);
  });

  test('more of a lot turns up: nothing moves before the audit; sold on, it cannot be taken back', async () => {
    const barcode = await chain.stock({ num: 2 });
    const id = await save(GAIN, [{ barcode, num: 1 }]);
    expect(await chain.free(barcode)).toBe(2);
    await audit(id);
    expect(await chain.free(barcode)).toBe(3);
    const sale = done(
      await chain.app.post(
        '/biz-sell',
        chain.sale(
          [{ barcode }].map((line) => ({ ...line, num: 3 })),
          {
            sellBalanceList: [{ balance: '现金', amount: 2238 * 3 }],
          },
        ),
      ),
    );
    const blocked = await chain.unaudit(PATH, [id]);
    expect(blocked).toMatchObject({ status: 409 });
    expect(blocked.body.msg).toContain(`已被XS${sale}占用`);
    expect((await chain.app.del('/biz-sell', { ids: [sale] })).status).toBe(200);
    expect((await chain.unaudit(PATH, [id])).status).toBe(200);
    expect(await chain.free(barcode)).toBe(2);
    expect(await flow(barcode)).toEqual([
      ['正常入库', 2],
      ['报溢', 1],
      ['报溢（反审核）', -1],
    ]);
  });

  test('a write-up of what was sold, lies elsewhere or is unknown is refused with the telling message', async () => {
    const [sold, away, lost] = await Promise.all([chain.stock(), chain.stock(), chain.stock()]);
    const sale = done(await chain.app.post('/biz-sell', chain.sale([{ barcode: sold }])));
    await chain.audit('/biz-sell', [sale]);
    const transfer = done(await chain.app.post('/biz-allocate', chain.transfer([{ barcode: away }])));
    await chain.audit('/biz-allocate', [transfer]);
    expect(await said(GAIN, [{ barcode: sold }])).toBe(`409 ${sold}：此首饰已售出`);
    expect(await said(GAIN, [{ barcode: away }])).toBe(`409 ${away}：此首饰在南山店`);
    expect(await said(GAIN, [{ barcode: 'NOSUCH99' }])).toBe('404 NOSUCH99：此首饰不存在');
    const writeOff = await save(LOSS, [{ barcode: lost }]);
    await audit(writeOff);
    expect(await said(GAIN, [{ barcode: lost, num: 2 }])).toBe(`409 ${lost}：此首饰在本店只报损过1件`);
    const find = await save(GAIN, [{ barcode: lost }]);
    expect(await said(GAIN, [{ barcode: lost }])).toContain(`此首饰已被SY${find}占用`);
    const blocked = await chain.unaudit(PATH, [writeOff]);
    expect(blocked.body.msg).toBe(`不能反审核，${lost}：此首饰之后已报溢（SY${find}）`);
    await audit(find);
    expect(await chain.free(lost)).toBe(1);
    expect(
      (await chain.app.get(`/biz-goods-in/lookup?shopId=${chain.home}&barcode=${sold}&wanted=find`)).body.msg,
    ).toBe('此首饰已售出');
  });

  test('an edit holds anew; what the document is about stays', async () => {
    const barcode = await chain.stock({ num: 3 });
    const id = await save(GAIN, [{ barcode, num: 1 }]);
    const edit = (change: Record<string, unknown>, kind = GAIN) =>
      chain.app.put(`${PATH}/${id}`, body(kind, [{ barcode, num: 2 }], change));
    expect((await edit({})).status).toBe(200);
    expect(await edit({}, LOSS)).toMatchObject({ status: 422, body: { msg: '不能改变报损或报溢' } });
    await audit(id);
    expect(await chain.free(barcode)).toBe(5);
    const history = (await chain.app.get(`${PATH}/${id}/history`)).body.data as { title: string }[];
    expect(history.map(({ title }) => title)).toEqual(['新增', '修改', '审核']);
  });

  test('the form is told what is wrong, in its words', async () => {
    const barcode = await chain.stock();
    expect(await said(undefined, [{ barcode }])).toBe('422 请选择报损或报溢');
    expect(await said(LOSS, [{ barcode }], { shopId: null })).toBe('422 分店名称不能为空');
    expect(await said(LOSS, [{ barcode }], { reason: ' ' })).toBe('422 请填写原因');
    expect(await said(LOSS, [])).toBe('422 请输入要报损或报溢的首饰！');
    expect(await said(LOSS, [{ barcode, num: 2 }])).toBe('422 报损数量不能大于库存数量！');
    expect(await said(LOSS, [{ barcode }, { barcode }])).toBe('422 列表已存在此首饰，请不要重复输入！');
    expect(await said(LOSS, [{ barcode }], { pictures: '["a","b","c"]' })).toBe(
      '422 上传文件个数超出限制!最多上传2张图片!',
    );
  });

  test('proposing is one right, letting go another; cost and shops stay with whom they belong to', async () => {
    const barcode = await chain.stock();
    await chain.app.addUser({ username: 'manager', roleIds: [3], lockShops: [chain.home] });
    await chain.app.addUser({ username: 'other', roleIds: [3], lockShops: [chain.away] });
    const [mine, theirs] = [await chain.app.signIn('manager'), await chain.app.signIn('other')];
    const id = done(await chain.app.post(PATH, body(LOSS, [{ barcode }]), { token: mine }));
    expect((await chain.audit(PATH, [id], { token: mine })).status).toBe(403);
    expect((await chain.app.get(`${PATH}/${id}`, { token: theirs })).status).toBe(404);
    expect((await chain.app.post(PATH, body(LOSS, [{ barcode }]), { token: theirs })).status).toBe(403);
    const seen = await chain.app.get(`${PATH}/${id}`, { token: mine });
    expect(JSON.stringify(seen.body.data)).not.toMatch(/piceCost|costAmount/);
    expect(await chain.record(PATH, id)).toHaveProperty('costAmount');
    expect((await chain.app.get(`${PATH}/export?beginTime=${chain.today}&endTime=${chain.today}`)).status).toBe(200);
  });
});

describe('out of a check', () => {
  const CATEGORIES = ['项链', '吊坠', '手镯', '手链'];
  type Proposed = { barcode: string; num: number; settledBy: string };
  const differences = async (id: number) =>
    (await chain.app.get(`/biz-check/${id}/differences`)).body.data as {
      losses: Proposed[];
      finds: Proposed[];
      adjusts: { no: string; kindName: string }[];
    };
  const open = async (type: string): Promise<number> =>
    done(await chain.app.post('/biz-check/open', { shopId: chain.home, checkAt: chain.today, type }));
  const scan = (id: number, ...barcodes: string[]) => chain.app.post(`/biz-check/${id}/scan`, { barcodes });

  test('true losses and finds are proposed, nothing moves by the check itself, each is settled once', async () => {
    const type = CATEGORIES[0] ?? '';
    const [lost, sold, there, lot, short] = [
      await chain.stock({ type }),
      await chain.stock({ type }),
      await chain.stock({ type }),
      await chain.stock({ type, num: 2 }),
      await chain.stock({ type, num: 5 }),
    ];
    const id = await open(type);
    const sale = done(await chain.app.post('/biz-sell', chain.sale([{ barcode: sold }])));
    await chain.audit('/biz-sell', [sale]);
    await scan(id, there);
    const header = { shopId: chain.home, checkAt: chain.today, type };
    const typed = [
      { barcode: lot, factNum: 3 },
      { barcode: short, factNum: 3 },
    ];
    done(await chain.app.put(`/biz-check/${id}`, { ...header, bizGoodsList: typed }));
    expect(await differences(id)).toMatchObject({ losses: [], finds: [] });
    expect(await said(LOSS, [{ barcode: lost }], { checkId: id })).toBe(`409 盘点单PD${id}未审核，不能生成损溢单`);
    expect((await chain.audit('/biz-check', [id])).status).toBe(200);
    expect(await chain.free(lost)).toBe(1);
    const { losses, finds } = await differences(id);
    expect(losses.map(({ barcode, num }) => [barcode, num])).toEqual(
      [
        [lost, 1],
        [short, 2],
      ].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    );
    const { piceCost } = (await chain.lookup(lot)).body.data as { piceCost: number };
    expect(piceCost).toBeGreaterThan(0);
    expect(finds).toMatchObject([{ barcode: lot, num: 1, piceCost, settledBy: '' }]);
    expect(await said(LOSS, [{ barcode: short, num: 3 }], { checkId: id })).toBe(`422 PD${id}中此首饰缺失2件`);
    expect(await said(LOSS, [{ barcode: there }], { checkId: id })).toBe(`422 PD${id}中此首饰缺失0件`);
    expect(await said(LOSS, [{ barcode: lost }], { checkId: id, shopId: chain.away })).toBe('422 分店与盘点单不一致');
    const writeOff = await save(
      LOSS,
      losses.map(({ barcode, num }) => ({ barcode, num })),
      { checkId: id },
    );
    const writeUp = await save(
      GAIN,
      finds.map(({ barcode, num }) => ({ barcode, num })),
      { checkId: id },
    );
    expect(await said(LOSS, [{ barcode: short, num: 2 }], { checkId: id })).toContain(
      `此盘点差异已在SY${writeOff}中处理`,
    );
    await audit(writeOff);
    await audit(writeUp);
    expect(await Promise.all([lost, short, lot].map((barcode) => chain.free(barcode)))).toEqual([null, 3, 3]);
    expect(await said(LOSS, [{ barcode: short, num: 2 }], { checkId: id })).toContain(
      `此盘点差异已在SY${writeOff}中处理`,
    );
    expect(await said(GAIN, [{ barcode: lot }], { checkId: id })).toContain(`此盘点差异已在SY${writeUp}中处理`);
    expect(await differences(id)).toMatchObject({
      losses: [{ settledBy: `SY${writeOff}` }, { settledBy: `SY${writeOff}` }],
      adjusts: [
        { no: `SY${writeOff}`, kindName: '报损' },
        { no: `SY${writeUp}`, kindName: '报溢' },
      ],
    });
    expect(await chain.record(PATH, writeOff)).toMatchObject({ checkId: id, checkNo: `PD${id}` });
    const blocked = await chain.unaudit('/biz-check', [id]);
    expect(blocked).toMatchObject({
      status: 409,
      body: { msg: `不能反审核，已生成损溢单SY${writeOff}、SY${writeUp}` },
    });
    for (const made of [writeOff, writeUp]) {
      expect((await chain.unaudit(PATH, [made])).status).toBe(200);
      expect((await chain.app.del(PATH, { ids: [made] })).status).toBe(200);
    }
    expect((await chain.unaudit('/biz-check', [id])).status).toBe(200);
    expect(await Promise.all([lost, short, lot].map((barcode) => chain.free(barcode)))).toEqual([1, 5, 2]);
  });

  test('a document of before they claimed the check is in the way of its 反审核 all the same, until it is deleted', async () => {
    const type = CATEGORIES[3] ?? '';
    await chain.stock({ type });
    const checkId = await open(type);
    expect((await chain.audit('/biz-check', [checkId])).status).toBe(200);
    const { master, store } = chain.app.house.deps;
    const documentId = await nextId(master);
    const events = ['LinesWritten.v3', 'Submitted.v3', 'Opened.v1'].map((name) => {
      const golden = fs.readFileSync(`services/stock-adjust/golden/StockAdjust${name}.json`, 'utf8');
      const { type: what, schema, data } = JSON.parse(golden);
      const header = { ...data.header, shopId: chain.home, checkId };
      const by = { key: 'of-before', correlationId: 'c', causationId: 'c', userId: 1, userName: 'admin' };
      const meta = { ...by, shopId: chain.home, at: new Date().toISOString(), schema };
      return { id: randomUUID(), type: what, data: { ...data, documentId, ...('header' in data && { header }) }, meta };
    });
    await store.append(adjustStream(documentId), 'any', events);
    const blocked = await chain.unaudit('/biz-check', [checkId]);
    expect(blocked).toMatchObject({ status: 409, body: { msg: `不能反审核，已生成损溢单SY${documentId}` } });
    expect((await chain.app.del(PATH, { ids: [documentId] })).status).toBe(200);
    expect((await chain.unaudit('/biz-check', [checkId])).status).toBe(200);
  });

  test('ten at once: one document settles the difference of a lot', async () => {
    const type = CATEGORIES[1] ?? '';
    const lot = await chain.stock({ type, num: 9 });
    const id = await open(type);
    const header = { shopId: chain.home, checkAt: chain.today, type };
    done(await chain.app.put(`/biz-check/${id}`, { ...header, bizGoodsList: [{ barcode: lot, factNum: 8 }] }));
    await chain.audit('/biz-check', [id]);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => chain.app.post(PATH, body(LOSS, [{ barcode: lot }], { checkId: id }))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  test('a written-off piece that is scanned again says so and is proposed as found', async () => {
    const type = CATEGORIES[2] ?? '';
    const [barcode, other] = [await chain.stock({ type }), await chain.stock({ type })];
    await audit(await save(LOSS, [{ barcode }]));
    const id = await open(type);
    const answer = await scan(id, barcode, other);
    expect(answer.body.data).toMatchObject([{ found: false, reason: '已报损' }, { found: true }]);
    await chain.audit('/biz-check', [id]);
    expect(await differences(id)).toMatchObject({ losses: [], finds: [{ barcode, num: 1 }] });
    await audit(await save(GAIN, [{ barcode }], { checkId: id }));
    expect(await chain.free(barcode)).toBe(1);
  });
});
