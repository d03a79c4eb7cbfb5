/** R13: nobody without the right works the cost of a piece out of what he is shown, by any arithmetic of one line. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleWith } from '../support/roles.ts';
import { startChain, type Chain } from '../flow/shops.ts';
import { sampleBody } from '../../services/goods/sample.ts';
import { everyGet, type Asking, type Heard } from './crawl.ts';

const PIECES = 9;
/** A formula counts when it gives the cost of most pieces: one alone may be hit by chance, so many never. */
const HITS = 7;
const NEAR = 0.05;

let chain: Chain;
let asking: Asking;
/** Cost in yuan by barcode, as the administrator is told. */
const costs = new Map<string, number>();
let clerk: string;
let keeper: string;
const lookups: Heard[] = [];
let shown: readonly Heard[];

/** A small generator of its own: the pieces are the same every time, and nothing about them is regular. */
const random = (() => {
  let state = 20_261_122;
  return (from: number, to: number, decimals = 2): number => {
    state = (state * 48_271) % 2_147_483_647;
    const value = from + ((to - from) * state) / 2_147_483_647;
    return Math.round(value * 10 ** decimals) / 10 ** decimals;
  };
})();
const piece = (nth: number): Record<string, unknown> => ({
  goldWeight: random(3, 40, 3),
  goldCost: random(300, 900),
  partWeight: random(0, 2, 3),
  partCost: random(5, 60),
  workFee: random(2, 8),
  fineWorkFee: random(0.1, 2),
  piceWorkFee: random(1, 20),
  cerifCost: random(10, 300),
  otherCost: random(5, 500),
  stoneWorkfee: random(5, 800),
  stoneCt: random(0.1, 3, 3),
  stoneP: 1 + (nth % 4),
  stoneCost: random(500, 9000),
  secondCt: random(0.05, 1, 3),
  secondCost: random(100, 900),
  sellRaito: random(1.4, 4.5),
});

beforeAll(async () => {
  chain = await startChain();
  const ids: number[] = [];
  const made = async (path: string, body: unknown): Promise<number> => {
    const reply = await chain.app.post(path, body);
    expect(reply.status, reply.text).toBe(200);
    const id = Number(reply.body.data);
    ids.push(id);
    return id;
  };
  const barcodes: string[] = [];
  for (let nth = 0; nth < PIECES; nth += 1) {
    const body = sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today, ...piece(nth) });
    const id = await made('/biz-goods-in', body);
    // A change, so that there is a history to read.
    await chain.app.put(`/biz-goods-in/${id}`, { ...body, id, remark: '改', sellRaito: random(1.4, 4.5) });
    await chain.audit('/biz-goods-in', [id]);
    const barcode = String((await chain.record('/biz-goods-in', id))['barcode']);
    costs.set(barcode, Number((await chain.record('/biz-goods-in', id))['piceCost']));
    barcodes.push(barcode);
  }
  await chain.app.addUser({ username: 'clerk', roleIds: [3] });
  clerk = await chain.app.signIn('clerk');
  // While all of them lie in the shop they can be looked up; afterwards there are documents about them.
  for (const barcode of barcodes) {
    const where = `/biz-goods-in/lookup?shopId=${chain.home}&barcode=${barcode}`;
    const { status, text, body } = await chain.app.get(where, { token: clerk });
    lookups.push({ path: '/biz-goods-in/lookup', where, status, text, data: body.data });
  }
  const [sold, moved, returned] = [barcodes.slice(0, 3), barcodes.slice(3, 6), barcodes.slice(6, 8)];
  for (const barcode of sold) {
    const { sellPrice } = (await chain.lookup(barcode)).body.data as { sellPrice: number };
    const id = await made(
      '/biz-sell',
      chain.sale([{ barcode }], { sellBalanceList: [{ balance: '现金', amount: sellPrice }] }),
    );
    await chain.audit('/biz-sell', [id]);
  }
  await chain.audit('/biz-allocate', [
    await made('/biz-allocate', chain.transfer(moved.map((barcode) => ({ barcode })))),
  ]);
  const supplierId = await made('/base-supplier', {
    name: '金源',
    status: '2',
    contract: '金先生',
    mobile: '13900000001',
  });
  await made('/biz-goods-return', {
    shopId: chain.home,
    supplierId,
    returnAt: chain.today,
    remark: '',
    bizGoodsList: returned.map((barcode) => ({ barcode, returnNum: 1 })),
  });
  const keys = ['biz:bizGoodsIn:list', 'biz:bizGoodsIn:edit', 'biz:bizGoodsIn:audit'];
  await chain.app.addUser({ username: 'keeper', roleIds: [await roleWith(chain.app, keys)] });
  keeper = await chain.app.signIn('keeper');
  asking = { ids, barcodes, shopIds: [chain.home, chain.away], today: chain.today };
  shown = [...lookups, ...(await everyGet(chain.app, clerk, asking))];
}, 240_000);
afterAll(() => chain.app.stop());

type Feature = { readonly name: string; readonly values: readonly number[] };
const NUMBER = /(-?\d[\d,]*(?:\.\d+)?)/g;
const WHOLE = /^¥?-?\d[\d,]*(\.\d+)?( ?[^\d-]{1,4})?$/;
/** Numbers of a value: itself, a text that is one (`¥1,234.50`, `3.215 g`), and sums of money inside a text. */
const numbersIn = (value: unknown): readonly number[] => {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'string' || !(WHOLE.test(value) || value.includes('¥'))) return [];
  const texts = WHOLE.test(value) ? [value] : (value.match(/¥-?\d[\d,]*(\.\d+)?/g) ?? []);
  return texts
    .flatMap((text) => [...text.matchAll(NUMBER)].map(([digits]) => Number(digits.replaceAll(',', ''))))
    .filter(Number.isFinite);
};
type Numbers = Map<string, number>;
const gather = (value: unknown, name: string, into: Numbers): void => {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) gather(one, `${name}.${index}`, into);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) gather(one, `${name}.${key}`, into);
  } else {
    for (const [index, number] of numbersIn(value).entries()) into.set(index === 0 ? name : `${name}#${index}`, number);
  }
};
/** Objects that are about one piece and no other: they name it, or they answer a question about it alone. */
const aboutPieces = (heard: readonly Heard[]): ReadonlyMap<string, Numbers> => {
  const found = new Map(asking.barcodes.map((barcode): [string, Numbers] => [barcode, new Map()]));
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const text = JSON.stringify(value);
    const named = asking.barcodes.filter((barcode) => text.includes(barcode));
    const [only] = named;
    const numbers = only === undefined ? undefined : found.get(only);
    if (named.length === 1 && numbers !== undefined) return gather(value, path, numbers);
    for (const [key, one] of Object.entries(value)) visit(one, Array.isArray(value) ? path : `${path}.${key}`);
  };
  for (const { path, where, data } of heard) {
    const asked = asking.barcodes.find((barcode) => where.includes(barcode));
    if (asked === undefined) visit(data, path);
    else gather(data, `${path}?barcode`, found.get(asked) ?? new Map());
  }
  return found;
};
/** The same field over the pieces; fields that say the same count once. */
const featuresOf = (heard: readonly Heard[]): readonly Feature[] => {
  const pieces = aboutPieces(heard);
  const names = new Set([...pieces.values()].flatMap((numbers) => [...numbers.keys()]));
  const unique = new Map<string, Feature>();
  for (const name of names) {
    const values = asking.barcodes.map((barcode) => pieces.get(barcode)?.get(name) ?? Number.NaN);
    if (values.filter(Number.isFinite).length < HITS) continue;
    const same = JSON.stringify(values);
    if (!unique.has(same)) unique.set(same, { name, values });
  }
  return [...unique.values()];
};

const wanted = (): readonly number[] => asking.barcodes.map((barcode) => costs.get(barcode) ?? Number.NaN);
const hits = (values: readonly number[]): number =>
  wanted().filter((cost, index) => Math.abs((values[index] ?? Number.NaN) - cost) <= cost * NEAR).length;
const each = (one: Feature, other: Feature, work: (a: number, b: number) => number): readonly number[] =>
  one.values.map((value, index) => work(value, other.values[index] ?? Number.NaN));
const FORMULAS = [
  ['a − b', (a: number, b: number) => a - b],
  ['a ÷ b', (a: number, b: number) => a / b],
  ['a × b', (a: number, b: number) => a * b],
  ['a ÷ (1 + b)', (a: number, b: number) => a / (1 + b)],
  ['a ÷ (1 + b ÷ 100)', (a: number, b: number) => a / (1 + b / 100)],
  ['a + b', (a: number, b: number) => a + b],
] as const;
/** Formulas of the fields that give most costs. */
const leaks = (features: readonly Feature[]): readonly string[] => {
  const found: string[] = [];
  for (const [nth, one] of features.entries()) {
    if (hits(one.values) >= HITS) found.push(one.name);
    for (const [at, other] of features.entries()) {
      for (const [formula, work] of FORMULAS) {
        if (hits(each(one, other, work)) >= HITS) found.push(`${formula}: a = ${one.name}, b = ${other.name}`);
      }
      if (at <= nth) continue;
      const two = { name: '', values: each(one, other, (a, b) => a + b) };
      for (const third of features.slice(at + 1)) {
        if (hits(each(two, third, (a, b) => a + b)) >= HITS) found.push(`${one.name} + ${other.name} + ${third.name}`);
      }
    }
  }
  return found;
};

test('no arithmetic on the fields of a piece returns its cost (S1§6/77)', () => {
  const features = featuresOf(shown);
  expect(shown.filter(({ status }) => status === 200).length).toBeGreaterThan(300);
  expect(shown.filter(({ status }) => status >= 500).map(({ where }) => where)).toEqual([]);
  expect(features.length).toBeGreaterThan(15);
  for (const field of [/sellPrice$|标价$/, /workFee$|工费$/, /gramShare$/]) {
    expect(features.filter(({ name }) => field.test(name))).not.toEqual([]);
  }
  expect(leaks(features)).toEqual([]);
});

test('the same search finds the cost where it is shown, and where the ratio is (S1§6/77)', async () => {
  const sees = featuresOf(await everyGet(chain.app, chain.app.adminToken, { ...asking, ids: [] }, '/biz-goods-in'));
  expect(leaks(sees.filter(({ name }) => name.endsWith('.piceCost')))).not.toEqual([]);
  const pair = sees.filter(({ name }) => /\.(sellPrice|sellRaito|gramShare)$/.test(name));
  expect(leaks(pair).some((one) => one.startsWith('a ÷ b') && one.includes('sellRaito'))).toBe(true);
});

test('a hidden field is no answer’s key, whoever asks (S1§6/77)', () => {
  const hidden =
    /"(piceCost|goldCost|partCost|stoneCost|secondCost|cerifCost|otherCost|stoneWorkfee|sellRaito|inPrice|costAmount|inAmount|returnAmount)":/;
  expect(shown.filter(({ text }) => hidden.test(text)).map(({ where }) => where)).toEqual([]);
  expect(
    shown.filter(({ text }) => /倍率|成本/.test(text) && !text.includes('权限')).map(({ where }) => where),
  ).toEqual([]);
});

test('whoever corrects a receipt without the right neither sees the cost nor has it computed for him', async () => {
  const body = sampleBody({
    shopId: chain.home,
    supplierId: null,
    inStorageAt: chain.today,
    ...piece(1),
    sellRaito: 3,
  });
  const id = Number((await chain.app.post('/biz-goods-in', body)).body.data);
  const before = await chain.record('/biz-goods-in', id);
  const asked = {
    ...body,
    id,
    name: '改名',
    sellRaito: 1,
    workFee: 0,
    fineWorkFee: 0,
    piceWorkFee: 0,
    goldCost: 1,
    sellPrice: undefined,
  };
  expect((await chain.app.put(`/biz-goods-in/${id}`, asked, { token: keeper })).status).toBe(200);
  const after = await chain.record('/biz-goods-in', id);
  expect(after).toMatchObject({ name: '改名', workFee: 0 });
  for (const field of ['sellPrice', 'sellRaito', 'goldCost', 'piceCost']) expect(after[field]).toBe(before[field]);
});
