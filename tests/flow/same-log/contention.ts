/** Who comes first where two want one thing. */
import { sampleBody } from '../../../services/goods/sample.ts';
import type { Reply, RequestOptions } from '../../support/app.ts';
import { TAG_PRICE } from '../shops.ts';
import { raced, type Meanwhile } from './race.ts';
import { customer, depositOf, saved, type Body, type Story } from './script.ts';

type Held = (options: RequestOptions) => Promise<Reply>;
type Pair = { readonly key: string; readonly stream: string; readonly held: Held; readonly other: Held };
/**
 * Two want one thing. Written together, the one that is held up decided on what the other one then changed; in steps the other one
 * stands behind it.
 */
export const races: Story = async (chain, way) => {
  const { app } = chain;
  const goods = (barcode: string) => `goods-${barcode}`;
  const document = (id: number) => `transfer-${id}`;
  const race = async (pair: Pair, meanwhile: Meanwhile, expected: readonly number[]): Promise<void> => {
    const replies = await raced(app, { ...pair, other: () => pair.other({}), meanwhile });
    if (replies.some(({ status }, index) => status !== expected[index]))
      throw new Error(`${pair.key}: not ${expected.join(', ')}\n${replies.map(({ text }) => text).join('\n')}`);
  };
  const isTogether = way === 'together';
  /** Whoever wrote first has it. */
  const forOne = (pair: Pair) => race(pair, isTogether ? 'answered' : 'begun', isTogether ? [409, 200] : [200, 409]);
  const ofDocument = (pair: Pair, together: readonly number[], steps: readonly number[]) =>
    race(pair, isTogether ? 'answered' : 'standing', isTogether ? together : steps);

  const selling =
    (barcode: string, change: Body = {}): Held =>
    (options) =>
      app.post('/biz-sell', chain.sale([{ barcode }], change), options);
  const [one, two, lot] = [await chain.stock(), await chain.stock(), await chain.stock({ num: 3 })];
  await forOne({ key: 'race-sale', stream: goods(one), held: selling(one), other: selling(one) });
  const moving: Held = (options) => app.post('/biz-allocate', chain.transfer([{ barcode: two }]), options);
  await forOne({ key: 'race-transfer', stream: goods(two), held: moving, other: selling(two) });
  // Of a lot of three each has one.
  const shared = { key: 'race-lot', stream: goods(lot), held: selling(lot), other: selling(lot) };
  await race(shared, isTogether ? 'answered' : 'begun', [200, 200]);

  const waiting = async (): Promise<readonly [id: number, body: Body]> => {
    const body = chain.transfer([{ barcode: await chain.stock() }]);
    return [await saved(app.post('/biz-allocate', body)), body];
  };
  const edit =
    ([id, body]: readonly [number, Body], remark: string): Held =>
    (options) =>
      app.put(`/biz-allocate/${id}`, { ...body, remark }, options);
  const audit =
    ([id]: readonly [number, Body]): Held =>
    (options) =>
      chain.audit('/biz-allocate', [id], options);
  const [edited, audited, deleted] = [await waiting(), await waiting(), await waiting()];
  const remove: Held = (options) => app.del('/biz-allocate', { ids: [deleted[0]] }, options);
  const edits = { key: 'race-edit', stream: document(edited[0]), held: edit(edited, '先'), other: edit(edited, '后') };
  await ofDocument(edits, [200, 200], [200, 200]);
  const audits = { key: 'race-audit', stream: document(audited[0]), held: audit(audited), other: edit(audited, '改') };
  await ofDocument(audits, [200, 200], [200, 409]);
  await ofDocument(
    { key: 'race-delete', stream: document(deleted[0]), held: remove, other: audit(deleted) },
    [409, 200],
    [200, 409],
  );

  const rich = await customer(chain, '周女士', '13800200009');
  await saved(app.post('/biz-deposit', depositOf(chain, rich, TAG_PRICE)));
  const paid = { customerId: rich, sellBalanceList: [{ balance: '定金', amount: TAG_PRICE }] };
  const [left, right] = [await chain.stock(), await chain.stock()];
  const spent = {
    key: 'race-deposit',
    stream: `balance-${rich}`,
    held: selling(left, paid),
    other: selling(right, paid),
  };
  await forOne(spent);
  const change = { shopId: chain.home, supplierId: null, inStorageAt: chain.today, barcode: 'RACE-0001' };
  const receive: Held = (options) => app.post('/biz-goods-in', sampleBody(change), options);
  const received = { key: 'race-barcode', stream: goods('RACE-0001'), held: receive, other: receive };
  await ofDocument(received, [409, 200], [200, 409]);
};
