/** Stock checks sent again with the same key after the store went away half-way or its answer was lost (R40). */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { checkStream } from '../../services/stock-check/contract.ts';
import type { Reply } from '../support/app.ts';
import { startChain, type Chain } from './shops.ts';

const PATH = '/biz-check';
const LINES = 1_500;
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());
afterEach(() => vi.restoreAllMocks());

const body = (count: number, change: Record<string, unknown> = {}) => ({
  shopId: chain.home,
  checkAt: chain.today,
  type: '戒指',
  bizGoodsList: Array.from({ length: count }, (_, index) => ({
    barcode: `B${String(index).padStart(6, '0')}`,
    factNum: 1,
    scanNum: 1,
  })),
  ...change,
});
const counted = async (id: number): Promise<number> =>
  ((await chain.app.get(`/biz-check-detail/list?checkId=${id}`)).body.data as readonly object[]).length;
const events = async (id: number): Promise<number> => (await chain.app.house.deps.store.read(checkStream(id))).length;

/** The process of the request dies: at its append after `appends` more, or once that one was written. */
const broken = async (appends: number, written: boolean, ask: () => Promise<Reply>): Promise<void> => {
  const { store } = chain.app.house.deps;
  // The doors of the store hand reads and writes of a property to the store behind them: `store.append`, bound, would call
  // the spy that stands there.
  const append = Object.getOwnPropertyDescriptor(store, 'append')?.value as typeof store.append;
  let asked = 0;
  let appended = 0;
  vi.spyOn(store, 'append').mockImplementation(async (...call) => {
    asked += 1;
    const dies = asked > appends;
    if (dies && !written) throw new Error('the connection is gone');
    const outcome = await append(...call);
    appended += 1;
    if (dies) throw new Error('the connection is gone');
    return outcome;
  });
  expect((await ask()).status).toBe(500);
  expect({ asked, appended }).toEqual({ asked: appends + 1, appended: appends + (written ? 1 : 0) });
  vi.restoreAllMocks();
};
const create = async (count: number): Promise<number> => Number((await chain.app.post(PATH, body(count))).body.data);

test('a new check of 1,500 lines, cut after ten appends, is finished by its repeat', { timeout: 60_000 }, async () => {
  const save = () => chain.app.post(PATH, body(LINES), { key: 'long-create' });
  await broken(10, false, save);
  const again = await save();
  const id = Number(again.body.data);
  expect(again).toMatchObject({ status: 200, body: { msg: `保存成功：PD${id}` } });
  expect([await counted(id), await events(id)]).toEqual([LINES, 1 + LINES]);
});

test.each([
  ['another header', { remark: '月底' }, 1],
  ['If-Match and the header as it was', {}, 0],
])(
  'an edit with %s, cut after ten appends, is finished by its repeat',
  { timeout: 60_000 },
  async (_, change, more) => {
    const id = await create(1);
    const etag = (await chain.app.get(`${PATH}/${id}`)).headers.get('etag') ?? '';
    const options = { key: `long-edit-${id}`, headers: { 'if-match': etag } };
    const save = () => chain.app.put(`${PATH}/${id}`, body(LINES, change), options);
    await broken(10, false, save);
    expect(await save()).toMatchObject({ status: 200, body: { data: id, msg: `保存成功：PD${id}` } });
    expect([await counted(id), await events(id)]).toEqual([LINES, 2 + more + LINES]);
  },
);

test('audit, 反审核 and deletion whose answers were lost answer their repeats', { timeout: 60_000 }, async () => {
  const id = await create(600);
  const steps: readonly [string, (key: string) => Promise<Reply>][] = [
    ['审核成功', (key) => chain.audit(PATH, [id], { key })],
    ['反审核成功', (key) => chain.unaudit(PATH, [id], { key })],
    ['删除成功', (key) => chain.app.del(PATH, { ids: [id] }, { key })],
  ];
  for (const [index, [msg, ask]] of steps.entries()) {
    const again = () => ask(`lost-${id}-${index}`);
    const before = await events(id);
    await broken(0, true, again);
    expect(await again()).toMatchObject({ status: 200, body: { msg: `${msg}：PD${id}` } });
    expect(await events(id)).toBe(before + 1);
  }
});
