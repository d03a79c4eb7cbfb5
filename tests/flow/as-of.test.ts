/** Whatever happens in the shops, every list, record and report shows a past moment as it showed it then (wire: asOf). */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from 'services/contracts/dates';
import { randomFrom } from '../../services/demo/random.ts';
import { sampleBody } from '../../services/goods/sample.ts';
import type { Reply } from '../support/app.ts';
import { startChain, type Chain } from './shops.ts';

const STEPS = 140;
const EVERY = 14;
const random = randomFrom(20_261_121);
let now = new Date(`${dayOf(new Date())}T00:00:30.000+08:00`);
let chain: Chain;
let supplierId = 0;
const pieces: string[] = [];
const ids = {
  '/biz-goods-in': [] as number[],
  '/biz-allocate': [] as number[],
  '/biz-goods-return': [] as number[],
  '/biz-sell': [] as number[],
  '/biz-stock-adjust': [] as number[],
  '/biz-check': [] as number[],
  '/biz-goods-inspection': [] as number[],
};
type Path = keyof typeof ids;
const TYPES = ['戒指', '手链'];
beforeAll(async () => {
  chain = await startChain({ clock: () => now });
  const supplier = { name: '金源首饰', contract: '李经理', mobile: '13900000001', status: '2' };
  supplierId = Number((await chain.app.post('/base-supplier', supplier)).body.data);
});
afterAll(() => chain.app.stop());

const shop = (): number => random.pick([chain.home, chain.away]);
const otherThan = (one: number): number => (one === chain.home ? chain.away : chain.home);
const known = <Item>(items: readonly Item[], otherwise: Item): Item =>
  items.length === 0 ? otherwise : random.pick(items);
const receipt = (barcode = '') =>
  sampleBody({
    shopId: shop(),
    supplierId: null,
    inStorageAt: chain.today,
    barcode,
    num: random.between(1, 3),
    type: random.pick(TYPES),
    name: random.pick(['足金戒指', '足金手链', '福字金珠']),
    goldCost: random.between(500, 600),
    remark: random.pick(['', '补货']),
  });
/** A piece and a shop that has some of it free, as far as a few tries find one. */
const somewhere = async (): Promise<{ barcode: string; shopId: number }> => {
  for (let tries = 0; tries < 5; tries += 1) {
    const [barcode, shopId] = [random.pick(pieces), shop()];
    if ((await chain.free(barcode, shopId)) !== null) return { barcode, shopId };
  }
  return { barcode: random.pick(pieces), shopId: shop() };
};
const transfer = async () => {
  const { barcode, shopId: outShopId } = await somewhere();
  const more = random.chance(0.3) ? [{ barcode: random.pick(pieces) }] : [];
  const lines = [{ barcode }, ...more];
  return chain.transfer(lines, { outShopId, inShopId: otherThan(outShopId), remark: random.pick(['', '急']) });
};
const supplierReturn = async () => {
  const { barcode, shopId } = await somewhere();
  const bizGoodsList = [{ barcode, returnNum: 1, returnPrice: random.between(100, 900) }];
  return { supplierId: supplierId, shopId, returnAt: chain.today, remark: '', bizGoodsList };
};
const sale = async () => {
  const { barcode, shopId } = await somewhere();
  const piece = (await chain.lookup(barcode, shopId)).body.data as { sellPrice?: number } | null;
  return chain.sale([{ barcode }], { shopId, sellBalanceList: [{ balance: '现金', amount: piece?.sellPrice ?? 0 }] });
};
const writeOff = async () => {
  const { barcode, shopId } = await somewhere();
  return { kind: '1', shopId, adjustAt: chain.today, reason: '清点', bizGoodsList: [{ barcode, reason: '断裂' }] };
};
const inspection = async () => {
  const { barcode, shopId } = await somewhere();
  const bizGoodsList = [{ barcode, num: 1, result: random.pick(['1', '2', '2']), note: '砂眼' }];
  return { shopId, inspectAt: chain.today, inspector: '周敏', bizGoodsList };
};
/** What an inspection set aside is taken over; else anything. */
const takingOver = async () => {
  const { list } = (await chain.app.get('/biz-goods-inspection?result=2&auditFlag=2')).body.data as {
    list: { id: number; shopId: number; returnNos: string }[];
  };
  const set = list.find(({ returnNos }) => returnNos === '');
  if (set === undefined) return supplierReturn();
  const { bizGoodsList: lines } = await chain.record('/biz-goods-inspection', set.id);
  const [line] = lines as { barcode: string }[];
  return { ...(await supplierReturn()), shopId: set.shopId, bizGoodsList: [{ barcode: line?.barcode, returnNum: 1 }] };
};
const check = () => ({ shopId: shop(), checkAt: chain.today, type: random.pick(TYPES), style: '', remark: '' });

const created = async (path: Path, sending: Promise<Reply>): Promise<Reply> => {
  const reply = await sending;
  if (reply.status === 200) ids[path].push(Number(reply.body.data));
  return reply;
};
const DOCUMENTS = Object.keys(ids) as readonly Path[];
const later = async (): Promise<Reply> => {
  const path = random.pick(DOCUMENTS);
  const id = known(ids[path], 1);
  const does = random.pick(['audit', 'audit', 'audit', 'unaudit', 'unaudit', 'delete'] as const);
  if (does === 'delete') return chain.app.del(path, { ids: [id] });
  return does === 'audit' ? chain.audit(path, [id]) : chain.unaudit(path, [id]);
};
const received = async (): Promise<Reply> => {
  const reply = await created('/biz-goods-in', chain.app.post('/biz-goods-in', receipt()));
  const id = Number(reply.body.data);
  pieces.push(String((await chain.record('/biz-goods-in', id))['barcode']));
  return pieces.length > 2 ? chain.audit('/biz-goods-in', [id]) : reply;
};
const one = (path: Path): string => `${path}/${known(ids[path], 1)}`;
type Command = () => Promise<Reply>;
const scan: Command = () =>
  chain.app.post(`${one('/biz-check')}/scan`, { barcodes: [random.pick(pieces), random.pick(pieces), 'UNKNOWN1'] });
const sell: Command = async () => created('/biz-sell', chain.app.post('/biz-sell', await sale()));
const send: Command = async () => created('/biz-allocate', chain.app.post('/biz-allocate', await transfer()));
const adjust: Command = async () => created('/biz-stock-adjust', chain.app.post('/biz-stock-adjust', await writeOff()));
/** Each is drawn as often as it stands here. */
const COMMANDS: readonly Command[] = [
  received,
  received,
  () => chain.app.put(one('/biz-goods-in'), receipt(random.pick(pieces))),
  send,
  send,
  async () => chain.app.put(one('/biz-allocate'), await transfer()),
  sell,
  sell,
  async () => created('/biz-goods-return', chain.app.post('/biz-goods-return', await supplierReturn())),
  async () => chain.app.put(one('/biz-goods-return'), await supplierReturn()),
  adjust,
  async () => created('/biz-goods-inspection', chain.app.post('/biz-goods-inspection', await inspection())),
  async () => chain.app.put(one('/biz-goods-inspection'), await inspection()),
  async () => created('/biz-goods-return', chain.app.post('/biz-goods-return', await takingOver())),
  () => created('/biz-check', chain.app.post('/biz-check/open', check())),
  () => chain.app.post(`${one('/biz-check')}/reset`, {}),
  () => chain.app.put(one('/biz-check'), { ...check(), bizGoodsList: [] }),
  scan,
  scan,
  later,
  later,
  later,
  later,
];
/** One command at random; most are accepted, the others are refused and change nothing. */
const step: Command = () => (pieces.length < 4 ? received() : random.pick(COMMANDS)());

/** Everything that takes a moment, with some filters. */
const asked = (): readonly string[] => {
  const { home, away, today } = chain;
  const dated = `beginTime=${today}&endTime=${today}`;
  const barcode = pieces.at(-1) ?? '';
  const records = DOCUMENTS.flatMap((path) =>
    ids[path].slice(-3).flatMap((id) => [`${path}/${id}?`, `${path}/${id}/history?`]),
  );
  const details = [
    ['/biz-allocate-detail/list', 'allocateId', '/biz-allocate'],
    ['/biz-goods-return-detail/list', 'returnId', '/biz-goods-return'],
    ['/biz-stock-adjust-detail/list', 'adjustId', '/biz-stock-adjust'],
    ['/biz-check-detail/list', 'checkId', '/biz-check'],
    ['/biz-goods-inspection-detail/list', 'inspectionId', '/biz-goods-inspection'],
    ['/biz-sell-goods/list', 'sellId', '/biz-sell'],
    ['/biz-sell-balance/list', 'sellId', '/biz-sell'],
  ] as const;
  return [
    '/biz-goods-in?',
    `/biz-goods-in?auditFlag=1&shopId=${away}&barcodeOrder=asc`,
    `/biz-goods-in?name=${encodeURIComponent('金珠')}&typeArr=${encodeURIComponent('戒指')}`,
    `/biz-goods-in?billType=2&${dated}&pageSize=2&pageIndex=2`,
    ...pieces
      .slice(-2)
      .flatMap((one) => [
        `/biz-goods-in/lookup?shopId=${home}&barcode=${one}`,
        `/report-goods-flow/life?barcode=${one}`,
      ]),
    '/biz-allocate?',
    `/biz-allocate?auditFlag=2&outShopId=${home}`,
    `/biz-allocate?barcode=${barcode}`,
    '/biz-goods-return?',
    `/biz-goods-return?shopId=${away}&barcode=${barcode}`,
    '/biz-sell?',
    `/biz-sell?auditFlag=1&${dated}`,
    '/biz-sell/explain?field=factFee',
    '/biz-sell/explain?field=count',
    '/biz-stock-adjust?',
    `/biz-stock-adjust?barcode=${barcode}&shopId=${home}`,
    '/biz-goods-inspection?',
    `/biz-goods-inspection?result=2&shopId=${home}`,
    '/biz-check?',
    `/biz-check?auditFlag=2&type=${encodeURIComponent('戒指')}`,
    `/biz-check/extract?shopId=${home}&type=${encodeURIComponent('戒指')}`,
    '/report-goods-turnover?stock=all',
    '/report-goods-turnover?goldContent=',
    '/report-goods-turnover/explain?field=piceCost',
    `/report-goods-flow?${dated}`,
    `/report-goods-flow/explain?${dated}&field=num`,
    '/report-goods-allocate?',
    '/report-goods-allocate/explain?field=inPrice',
    '/report-goods-return?',
    '/report-goods-check?',
    `/report-goods-check?only=different&typeArr=${encodeURIComponent('手链')}`,
    '/report-goods-check/explain?field=factNum',
    '/report-goods-check/explain?field=bookNum',
    ...records,
    ...details.flatMap(([path, name, of]) => ids[of].slice(-2).map((id) => `${path}?${name}=${id}`)),
  ];
};
type Shot = { readonly at: string; readonly path: string; readonly reply: Pick<Reply, 'status' | 'body'> };
const shotOf = async (path: string): Promise<Pick<Reply, 'status' | 'body'>> => {
  const { status, body } = await chain.app.get(path);
  return { status, body };
};

test('each answer of a moment is the answer that was given then (S0§2/28)', { timeout: 240_000 }, async () => {
  const shots: Shot[] = [];
  let accepted = 0;
  for (let index = 0; index < STEPS; index += 1) {
    now = new Date(now.getTime() + 1_000);
    const { status } = await step();
    if (status === 200) accepted += 1;
    expect(status).toBeLessThan(500);
    await chain.app.house.caughtUp();
    if (index % EVERY !== EVERY - 1) continue;
    const at = new Date(now.getTime() + 500).toISOString();
    for (const path of asked()) shots.push({ at, path, reply: await shotOf(path) });
  }
  expect(chain.app.house.health().filter(({ state }) => state !== 'live')).toEqual([]);
  expect(accepted).toBeGreaterThan(STEPS / 2.5);
  for (const of of DOCUMENTS) expect(ids[of].length, of).toBeGreaterThan(1);
  now = new Date(now.getTime() + 1_000);
  const wrong: unknown[] = [];
  for (const { at, path, reply } of shots) {
    const seen = await shotOf(`${path}&asOf=${encodeURIComponent(at)}`);
    if (!isDeepStrictEqual(seen, reply)) wrong.push({ path, at, was: reply, asOf: seen });
  }
  expect(wrong).toEqual([]);
  const good = shots.filter(({ reply }) => reply.status === 200).length;
  expect(good).toBeGreaterThan(shots.length * 0.8);
});
