/**
 * Nights that go on from the one before (R167): what each read, what makes one count everything, and that nothing is counted twice
 * however often, when and how far a night comes.
 */
import { sign } from 'node:crypto';
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditCoverage, AuditRecord, AuditRow } from 'services/self-audit/contract';
import { THIRTIETHS, thirtiethOf } from 'services/contracts/thirtieths';
import { keptSecrets } from '../../services/platform/secrets/secrets.ts';
import { keyPair } from '../../services/log-seal/key.ts';
import { readSums, partText, type SignedSums } from '../../services/self-audit/nightly-count.ts';
import { nightlyRecount } from '../../house/nightly/nightly-recount.ts';
import { ranInProcess } from '../support/run-in-process.ts';
import { startChain, type Chain } from './shops.ts';

let chain: Chain;
let run = 0;
const pieces: string[] = [];
beforeAll(async () => {
  chain = await startChain();
  for (let n = 0; n < 3; n += 1) pieces.push(await chain.stock());
  await chain.app.house.caughtUp();
});
afterAll(() => chain.app.stop());

const master = () => chain.app.house.deps.master;
const audits = async (): Promise<readonly AuditRow[]> => (await chain.app.get('/self-audit')).body.data as AuditRow[];
const newest = async (): Promise<AuditRecord> => {
  const [row] = await audits();
  return (await chain.app.get(`/self-audit/${row?.id ?? 0}`)).body.data as AuditRecord;
};
type Night = { readonly failed: string | null; readonly said: readonly string[]; readonly coverage: AuditCoverage };
const night = async (change: Parameters<typeof ranInProcess>[2] = {}): Promise<Night> => {
  run += 1;
  await chain.app.house.caughtUp();
  const { failed, said } = await ranInProcess(chain.app, nightlyRecount, { runId: run, ...change });
  const { coverage } = await newest();
  expect(coverage, said.join('\n')).not.toBeNull();
  return { failed, said, coverage: coverage as AuditCoverage };
};
const head = () => chain.app.house.deps.store.head();
const sell = async (barcode: string): Promise<void> => {
  const order = await chain.app.post('/biz-sell', chain.sale([{ barcode }]));
  expect(order.status, order.text).toBe(200);
  expect(await chain.audit('/biz-sell', [Number(order.body.data)])).toMatchObject({ status: 200 });
};

test('the first night counts everything; those that follow read the events of the day and one thirtieth (R167)', async () => {
  expect((await night()).coverage).toMatchObject({ thirtieth: null, after: -1, why: '还没有可以接续的核对' });
  const before = await head();
  await sell(pieces[0] ?? '');
  await chain.stock({ num: 2, shopId: chain.away });
  const { coverage, failed, said } = await night();
  const until = await head();
  expect(failed, said.join('\n')).toBeNull();
  expect(coverage).toMatchObject({ thirtieth: 1, after: before, until, why: '' });
  expect(coverage.events).toBeGreaterThan(0);
  expect(coverage.events).toBeLessThanOrEqual(until - before);
  // A night twice: nothing is new, and the next thirtieth has its turn.
  expect((await night()).coverage).toMatchObject({ thirtieth: 2, after: until, until, events: 0 });
  const gold = (await chain.app.get('/report-gold-balance/recount')).body.data as { list: object[] };
  expect(gold.list).toMatchObject([{ state: '已核对', differences: 0, problem: '' }]);
});

test('all thirtieths come round, whatever a clock says, and then the first again (R167)', async () => {
  const turns: (number | null)[] = [];
  // A day backwards: nights of a clock that stands anywhere.
  await master().query(sql.unsafe`UPDATE master.self_audit SET start_at = start_at + interval '3 days'`);
  for (let n = 2; n < THIRTIETHS; n += 1) turns.push((await night()).coverage.thirtieth);
  expect(turns).toEqual(Array.from({ length: THIRTIETHS - 2 }, (_, n) => n + 3));
  expect((await night()).coverage.thirtieth).toBe(1);
}, 240_000);

test('a night that was cut off left nothing behind: the next one goes on from where the last whole one ended', async () => {
  const before = await readSums(master());
  const at = await head();
  await sell(pieces[1] ?? '');
  const store = chain.app.house.deps.store;
  const dying = async () =>
    new Proxy(store, {
      get: (target, name) => {
        if (name !== 'history') return Reflect.get(target, name) as unknown;
        return async function* (wanted: Parameters<NonNullable<typeof store.history>>[0]) {
          for await (const events of target.history?.(wanted) ?? []) yield events;
          // With the day's events behind it, before the thirtieth.
          if (wanted.only !== undefined) throw new Error('killed');
        };
      },
    });
  run += 1;
  expect((await ranInProcess(chain.app, nightlyRecount, { runId: run, store: dying })).failed).toBe('killed');
  expect(await readSums(master())).toEqual(before);
  // As its row is left by a process that died.
  await master().query(sql.unsafe`UPDATE master.self_audit SET status = '1' WHERE status = '0'`);
  const { coverage, failed } = await night();
  expect([failed, coverage.after]).toEqual([null, at]);
});

const spoilt: readonly (readonly [string, ReturnType<typeof sql.unsafe>])[] = [
  [
    '上次的合计与签名不符',
    sql.unsafe`UPDATE master.nightly_count SET sums = replace(sums, '"1"', '"2"') WHERE sums LIKE '%"1"%'`,
  ],
  ['上次的合计与签名不符', sql.unsafe`UPDATE master.nightly_count SET turn = turn + 1 WHERE thirtieth = 4`],
  ['上次的合计与签名不符', sql.unsafe`UPDATE master.nightly_count SET event_id = 'another'`],
  ['上次的合计不完整', sql.unsafe`DELETE FROM master.nightly_count WHERE thirtieth = 7`],
  ['上次的合计不完整', sql.unsafe`UPDATE master.nightly_count SET position = position - 1 WHERE thirtieth = 7`],
];
test.each(spoilt)('what was altered is not believed but counted anew: %s', async (why, change) => {
  await master().query(change);
  const { coverage, failed } = await night();
  expect(coverage).toMatchObject({ thirtieth: null, after: -1, why });
  expect(failed).toBeNull();
  expect((await night()).coverage).toMatchObject({ why: '', events: 0 });
});

/** Signs rows as the house does, for a count that was wrong when it was made. */
const resigned = async (change: (part: SignedSums) => SignedSums): Promise<void> => {
  const { privateKey } = await keyPair(master(), keptSecrets(chain.app.dataDir));
  for (const part of await readSums(master())) {
    const changed = change(part);
    const signature = sign(null, Buffer.from(partText(changed)), privateKey).toString('base64');
    const { sums, event_id: id, rules } = changed;
    await master().query(sql.unsafe`
      UPDATE master.nightly_count SET sums = ${sums}, event_id = ${id}, rules = ${rules}, signature = ${signature}
      WHERE thirtieth = ${part.thirtieth}`);
  }
};
test('sums of another log, or of other rules, are not believed however well they are signed', async () => {
  await resigned((part) => ({ ...part, event_id: '00000000-0000-4000-8000-000000000000' }));
  expect((await night()).coverage).toMatchObject({ thirtieth: null, why: '上次的合计属于另一份日志' });
  await resigned((part) => ({ ...part, rules: 'of another release' }));
  expect((await night()).coverage).toMatchObject({ thirtieth: null, why: '程序已更新' });
});

test('the thirtieth that finds what going on did not tells both figures, and the whole is counted (R167)', async () => {
  const mine = thirtiethOf(`goods-${pieces[2]}`);
  const makeWrong = () =>
    resigned((part) => {
      if (part.thirtieth !== mine) return part;
      const sums = JSON.parse(part.sums) as [string, string][];
      const wrong = sums.map(([key, value]) => [
        key,
        key.startsWith('goods-flow/') ? String(Number(value) + 5) : value,
      ]);
      return { ...part, sums: JSON.stringify(wrong) };
    });
  await makeWrong();
  let last = await night();
  // Before its turn the totals are apart, so everything is counted; its sums are right again after that.
  expect(last.coverage).toMatchObject({ thirtieth: null, why: '接续的合计与报表不符' });
  expect(last.failed).toBeNull();
  for (let n = 0; n < mine; n += 1) await night();
  await makeWrong();
  last = await night();
  expect(last.coverage).toMatchObject({ thirtieth: null, why: '重算的一份与接续的合计不符' });
  expect(last.failed).toMatch(/处与事件不符$/);
  const { list } = await newest();
  expect(list.map(({ title }) => title)).toEqual(list.map(() => '首饰流水（重算与接续不符）'));
  for (const { expected, found } of list) expect(Number(found) - Number(expected)).toBe(5);
  expect(list.length).toBeGreaterThan(0);
  expect((await night()).failed).toBeNull();
}, 240_000);

test('an audited check has books of every piece, so its night counts everything', async () => {
  const check = { shopId: chain.home, checkAt: chain.today, type: '戒指', style: '', remark: '' };
  const opened = await chain.app.post('/biz-check/open', check);
  expect(opened.status, opened.text).toBe(200);
  const id = Number(opened.body.data);
  expect((await night()).coverage.why).toBe('');
  expect(await chain.audit('/biz-check', [id])).toMatchObject({ status: 200 });
  expect(await night()).toMatchObject({ failed: null, coverage: { thirtieth: null, why: '有盘点审核或反审核' } });
  await sell(await chain.stock());
  expect(await night()).toMatchObject({ failed: null, coverage: { why: '' } });
});

test('a read model that says something else is found the same night, and named by counting everything', async () => {
  await master().query(sql.unsafe`
    UPDATE live.goods_turnover SET tag_price_fen = tag_price_fen + 100 WHERE on_hand > 0 AND shop_id = ${chain.away}`);
  const { coverage, failed } = await night();
  expect(coverage).toMatchObject({ thirtieth: null, why: '接续的合计与报表不符' });
  expect(failed).toMatch(/处与事件不符$/);
  expect((await newest()).list[0]).toMatchObject({ title: '库存周转报表', rows: [{ key: expect.any(String) }] });
});

test('without the key that seals, nothing is kept: every night counts everything and says why', async () => {
  const before = await readSums(master());
  const { coverage } = await night({ dataDir: '/nowhere' });
  expect(coverage.why).toMatch(/secrets\.key/);
  expect(await readSums(master())).toEqual(before);
});
