/** 大额现金 over HTTP (R83): what counts to a person's cash of a day over all documents, and who is warned. */
import { expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { LIMIT, PAPERS, PATH, SALE, type Row, cashReportsPerFile } from './cash-reports.ts';
import { TAG_PRICE } from './shops.ts';

const { at, customer, saved, order, deposit, reportsOf, look } = cashReportsPerFile();

test('what all documents of a day come to in cash is said by the save that reaches the limit, and waits to be filled in (S1§4/15)', async () => {
  const one = await customer('钱多多');
  const first = await deposit(one, 3_000);
  expect(String(first.body.msg)).not.toContain('大额现金');
  expect(await reportsOf(one)).toEqual([]);
  const second = await order(one, 2_000);
  saved(second);
  expect(second.body.msg).toContain(`钱多多${at.chain.today}收现金合计5000.00元，达到大额现金限额，请登记大额现金`);
  const [report] = await reportsOf(one);
  expect(report).toMatchObject({
    day: at.chain.today,
    customerName: '钱多多',
    direction: '1',
    amount: 5_000,
    limit: LIMIT,
    state: '1',
    documentNo: '',
    shopName: '罗湖店',
    idNo: '',
    filledAt: '',
  });
  const home = await at.chain.app.get('/dashboard');
  expect(
    (home.body.data as { todo: { kind: string; path: string }[] }).todo.find(({ kind }) => kind === 'cash'),
  ).toMatchObject({
    title: '大额现金待登记',
    path: '/sales/cash-report?state=1',
  });
  const found = await at.chain.app.get(`${PATH}/of-document?kind=sale&documentId=${Number(second.body.data)}`, {
    token: at.seller,
  });
  expect(found.body.data).toMatchObject([{ id: report!.id, direction: '1', amount: 5_000 }]);
});

test('one fen below says nothing, and other ways of paying count for nothing (S1§4/15)', async () => {
  const one = await customer('差一分');
  saved(await order(one, 4_999.99));
  saved(await deposit(one, 9_000, { balanceList: [{ balance: '微信', amount: 9_000 }] }));
  await look();
  expect(await reportsOf(one)).toEqual([]);
});

test('in and out count apart, a recycle order and a refund go out (S1§4/15)', async () => {
  const one = await customer('出出进进');
  const old = { type: '戒指', style: '光圈', fineness: '足金', weight: 10, cost: 300, lossRatio: 100, remark: '旧' };
  const recycled = await at.chain.app.post('/biz-alone-recycle', {
    customerId: one,
    shopId: at.chain.home,
    recycleAt: at.chain.today,
    seller: 'admin',
    recycleList: [old],
    balanceList: [{ balance: '现金', amount: 3_000 }],
  });
  saved(recycled);
  // What leaves a record without a second person is asked elsewhere.
  await at.chain.app.put('/set-config', [{ configKey: 'deposit_proof_limit', configValue: '99999' }]);
  saved(await deposit(one, 4_000));
  const refund = await deposit(one, 2_000, { kind: '2' });
  expect(refund.body.msg).toContain('付现金合计5000.00元');
  expect(await reportsOf(one)).toMatchObject([{ direction: '2', amount: 5_000, state: '1' }]);
});

test('what is edited or deleted below the limit keeps its record and says so; 反审核 changes nothing (S1§4/17)', async () => {
  const one = await customer('周改小');
  const id = saved(await order(one, LIMIT));
  const [{ id: report } = { id: 0 }] = await reportsOf(one);
  saved(await at.chain.app.put(`${PATH}/${report}`, PAPERS));
  await at.chain.audit(SALE, [id]);
  expect((await at.chain.unaudit(SALE, [id])).status).toBe(200);
  expect(await reportsOf(one)).toMatchObject([{ amount: LIMIT, state: '2' }]);
  const stood = await at.chain.record(SALE, id);
  const less = {
    sellBalanceList: [
      { balance: '现金', amount: 14 },
      { balance: '微信', amount: 3 * TAG_PRICE - 14 },
    ],
  };
  const edited = await at.chain.app.put(`${SALE}/${id}`, { ...stood, ...less });
  expect(edited.body.msg).not.toContain('大额现金');
  expect(await reportsOf(one)).toMatchObject([{ amount: 14, state: '3', name: '赵大额' }]);
  const more = { sellBalanceList: [{ balance: '现金', amount: 3 * TAG_PRICE }] };
  const again = await at.chain.app.put(`${SALE}/${id}`, { ...(await at.chain.record(SALE, id)), ...more });
  expect(again.body.msg).toContain(`收现金合计${3 * TAG_PRICE}.00元`);
  expect(await reportsOf(one)).toMatchObject([{ id: report, state: '2', amount: 3 * TAG_PRICE }]);
  expect((await at.chain.app.del(SALE, { ids: [id] })).status).toBe(200);
  expect(await reportsOf(one)).toMatchObject([{ id: report, amount: 0, state: '3', name: '赵大额' }]);
});

test('散客 counts by the document (S1§4/15)', async () => {
  const { list } = (await at.chain.app.get(`/base-customer?name=${encodeURIComponent('散客')}`)).body.data as {
    list: readonly { id: number }[];
  };
  const walkIn = list[0]!.id;
  expect((await order(walkIn, 4_000)).body.msg).not.toContain('大额现金');
  expect((await order(walkIn, 4_000)).body.msg).not.toContain('大额现金');
  const large = await order(walkIn, LIMIT);
  expect(large.body.msg).toContain('本单收现金合计5000.00元');
  await look();
  expect(await reportsOf(walkIn)).toMatchObject([{ documentNo: `XS${saved(large)}`, amount: LIMIT }]);
});

test('what is entered on one day counts together, whatever days it is dated; of both counts the larger is shown', async () => {
  const one = await customer('分三天');
  const days = [0, -1, -2].map((back) => addDays(at.chain.today, back));
  const [first, second, third] = [
    await deposit(one, 3_000, { depositAt: days[0] }),
    await deposit(one, 3_000, { depositAt: days[1] }),
    await deposit(one, 3_000, { depositAt: days[2] }),
  ];
  expect(String(first.body.msg)).not.toContain('大额现金');
  expect(second.body.msg).toContain(
    `分三天${at.chain.today}录入的收现金合计6000.00元，达到大额现金限额，请登记大额现金`,
  );
  expect(third.body.msg).toContain('合计9000.00元');
  await look();
  const [report, ...others] = await reportsOf(one);
  expect(others).toEqual([]);
  expect(report).toMatchObject({ day: at.chain.today, basis: '2', amount: 9_000, state: '1' });
  const { documents } = (await at.chain.app.get(`${PATH}/${report!.id}`)).body.data as { documents: { day: string }[] };
  expect(documents.map(({ day }) => day)).toEqual(days);
  const ofThird = await at.chain.app.get(`${PATH}/of-document?kind=deposit&documentId=${Number(third.body.data)}`);
  expect(ofThird.body.data).toMatchObject([{ id: report!.id, basis: '2' }]);
  // What is dated that day comes to more: the day of business decides.
  saved(await deposit(one, 7_000));
  const ids = [saved(second), saved(third)];
  expect((await at.chain.unaudit('/biz-deposit', ids)).status).toBe(200);
  saved(await at.chain.app.del('/biz-deposit', { ids }));
  expect(await reportsOf(one)).toMatchObject([{ id: report!.id, basis: '1', amount: 10_000 }]);
});

test('what nobody warned of is found by day of entry, too; orders of yesterday entered this morning are yesterday’s alone', async () => {
  const [together, late] = [await customer('同时录'), await customer('补昨天')];
  const yesterday = addDays(at.chain.today, -1);
  const both = [deposit(together, 3_000), deposit(together, 3_000, { depositAt: yesterday })];
  (await Promise.all(both)).forEach(saved);
  for (const amount of [3_000, 3_000]) saved(await deposit(late, amount, { depositAt: yesterday }));
  await look();
  expect(await reportsOf(together)).toMatchObject([{ day: at.chain.today, basis: '2', amount: 6_000 }]);
  expect(await reportsOf(late)).toMatchObject([{ day: yesterday, basis: '1', amount: 6_000 }]);
});

test('散客 of a till and day of entry are a row of 异常 when they come to the limit together', async () => {
  await at.chain.app.post('/biz-till', { shopId: at.chain.home, name: '散客台', status: '2' });
  const headers = { 'x-till': encodeURIComponent('散客台') };
  const { list } = (await at.chain.app.get(`/base-customer?name=${encodeURIComponent('散客')}`)).body.data as {
    list: readonly { id: number }[];
  };
  const walkIn = async (cash: number, day: string): Promise<void> => {
    const pieces = [
      { barcode: await at.chain.stock() },
      { barcode: await at.chain.stock() },
      { barcode: await at.chain.stock() },
    ];
    const rest = pieces.length * TAG_PRICE - cash;
    const sellBalanceList = [
      { balance: '现金', amount: cash },
      { balance: '微信', amount: rest },
    ];
    const body = at.chain.sale(pieces, { customerId: list[0]!.id, sellAt: day, sellBalanceList });
    saved(await at.chain.app.post(SALE, body, { token: at.seller, headers }));
    await look();
  };
  const rows = async () => {
    await at.chain.app.house.caughtUp();
    const reply = await at.chain.app.get('/report-exception?pageSize=200&kind=walk-in-cash');
    const found = (reply.body.data as { list: readonly Row[] }).list;
    return found.filter(({ what }) => String(what).includes('散客台'));
  };
  await walkIn(4_900, at.chain.today);
  expect(await rows()).toEqual([]);
  await walkIn(4_900, addDays(at.chain.today, -1));
  expect(await rows()).toMatchObject([{ level: '1', who: 'clerk', shopName: '罗湖店', amount: 9_800, count: 1 }]);
  expect((await rows())[0]!['what']).toContain(`${at.chain.today} 录入的散客收现金共2单，合计9800.00元`);
  await Promise.all([look(), look()]);
  await walkIn(100, at.chain.today);
  expect(await rows()).toMatchObject([{ amount: 9_900, count: 2 }]);
});

test('two records of one person are one from the day they are merged (S1§4/15)', async () => {
  const [keep, other] = [await customer('吴一'), await customer('吴二')];
  const sales = [saved(await order(keep, 3_000)), saved(await order(other, 3_000))];
  for (const sale of sales) expect((await at.chain.audit(SALE, [sale])).status).toBe(200);
  await look();
  expect([...(await reportsOf(keep)), ...(await reportsOf(other))]).toEqual([]);
  saved(await at.chain.app.post('/base-customer/merge', { keepId: keep, mergeId: other, reason: '同一人' }));
  await look();
  expect(await reportsOf(keep)).toMatchObject([{ customerName: '吴一', amount: 6_000, state: '1' }]);
  const later = await order(other, 1_000);
  expect(later.body.msg).toContain('收现金合计7000.00元');
});

test('two tills at once reach the limit together: what neither save knew is found all the same, once (S1§4/15)', async () => {
  const one = await customer('郑同时');
  const both = await Promise.all([order(one, 3_000), order(one, 3_000)]);
  both.forEach(saved);
  await Promise.all([look(), look()]);
  expect(await reportsOf(one)).toMatchObject([{ amount: 6_000, state: '1' }]);
});

test('a click that is repeated leaves one record', async () => {
  const one = await customer('王双击');
  const options = { headers: { 'idempotency-key': `cash-${one}` } };
  const pieces = [
    { barcode: await at.chain.stock() },
    { barcode: await at.chain.stock() },
    { barcode: await at.chain.stock() },
  ];
  const body = at.chain.sale(pieces, { customerId: one });
  const replies = [await at.chain.app.post(SALE, body, options), await at.chain.app.post(SALE, body, options)];
  expect(replies[0]!.body.data).toBe(replies[1]!.body.data);
  expect(await reportsOf(one)).toHaveLength(1);
});
