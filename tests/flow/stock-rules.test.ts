/** Rules of the stock document that no other flow asserts by itself: costs at an edit, blanks, filters (S0§2, §5, §6). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { COST_FIELDS } from '../../services/goods/fields.ts';
import { sampleBody } from '../../services/goods/sample.ts';
import { roleWith } from '../support/roles.ts';
import { startChain, type Chain } from './shops.ts';

type Row = Readonly<Record<string, unknown>>;
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

const rowsOf = async (path: string, query: string): Promise<readonly Row[]> => {
  const reply = await chain.app.get(`${path}?${query}`);
  expect(reply, query).toMatchObject({ status: 200 });
  const { list } = reply.body.data as { list: readonly Row[] | { list: readonly Row[] } };
  return 'list' in list ? list.list : (list as readonly Row[]);
};
const idOf = async (path: string, body: unknown): Promise<number> => {
  const reply = await chain.app.post(path, body);
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};

describe('an edit by somebody who may not see costs', () => {
  const COSTS = { goldCost: 560, partCost: 300, stoneCost: 8000, secondCost: 90, cerifCost: 60, otherCost: 5 };
  const WEIGHTS = { partWeight: 0.5, stoneCt: 0.3, secondCt: 0.1, stoneWorkfee: 25 };
  const piece = (): Row => sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today });
  let token: string;
  beforeAll(async () => {
    const role = await roleWith(chain.app, ['biz:bizGoodsIn:list', 'biz:bizGoodsIn:edit']);
    await chain.app.addUser({ username: 'corrector', roleIds: [role] });
    token = await chain.app.signIn('corrector');
  });

  test('neither shows nor changes one, whatever is sent; the rest is changed (S0§6/37)', async () => {
    const id = await idOf('/biz-goods-in', { ...piece(), ...COSTS, ...WEIGHTS });
    const before = await chain.record('/biz-goods-in', id);
    const shown = (await chain.app.get(`/biz-goods-in/${id}`, { token })).body.data as Row;
    expect(COST_FIELDS.filter((wire) => wire in shown)).toEqual([]);
    expect(COST_FIELDS.filter((wire) => !(wire in before))).toEqual([]);

    const lies = Object.fromEntries(COST_FIELDS.map((wire) => [wire, 7]));
    for (const sent of [{}, lies, Object.fromEntries(COST_FIELDS.map((wire) => [wire, null]))]) {
      const { etag = '' } = Object.fromEntries((await chain.app.get(`/biz-goods-in/${id}`, { token })).headers);
      const kept = Object.fromEntries(Object.entries(piece()).filter(([wire]) => !COST_FIELDS.includes(wire as never)));
      const body = { ...kept, barcode: before['barcode'], name: `改名${Object.keys(sent).length}`, ...sent };
      const reply = await chain.app.put(`/biz-goods-in/${id}`, body, { token, headers: { 'if-match': etag } });
      expect(reply, reply.text).toMatchObject({ status: 200 });
      const after = await chain.record('/biz-goods-in', id);
      expect(after['name']).toBe(body.name);
      for (const wire of COST_FIELDS) expect(after[wire], wire).toEqual(before[wire]);
      expect(after['sellPrice']).toBe(before['sellPrice']);
    }
  });

  test('with the right the same edit changes them (S0§6/37)', async () => {
    const id = await idOf('/biz-goods-in', piece());
    const role = await roleWith(chain.app, ['biz:bizGoodsIn:list', 'biz:bizGoodsIn:edit', 'biz:cost:view']);
    await chain.app.addUser({ username: 'buyer', roleIds: [role] });
    const by = { token: await chain.app.signIn('buyer') };
    const { barcode } = await chain.record('/biz-goods-in', id);
    const reply = await chain.app.put(`/biz-goods-in/${id}`, { ...piece(), barcode, goldCost: 600 }, by);
    expect(reply, reply.text).toMatchObject({ status: 200 });
    const shown = (await chain.app.get(`/biz-goods-in/${id}`, by)).body.data;
    expect(shown).toMatchObject({ goldCost: 600, piceCost: 1929 });
  });
});

describe('blanks around what is searched', () => {
  const BLANKS = ['', ' ', '\t', '　', ' \n'];
  const around = (text: string): readonly string[] =>
    BLANKS.map((blank) => encodeURIComponent(`${blank}${text}${blank}`));

  test('a barcode is found with any blanks around it, in every list that is asked for one (S0§5/4)', async () => {
    const barcode = await chain.stock({ barcode: 'BLANK-1' });
    await chain.stock({ barcode: 'BLANK-2' });
    for (const written of around('BLANK-1'))
      for (const path of ['/biz-goods-in', '/report-goods-turnover', '/report-goods-flow']) {
        const rows = await rowsOf(path, `barcode=${written}`);
        expect(rows.length, `${path} ${written}`).toBeGreaterThan(0);
        expect(new Set(rows.map((row) => row['barcode'])), `${path} ${written}`).toEqual(new Set([barcode]));
      }
  });

  test('a certificate number is found with any blanks around it, and kept without them (S0§5/4)', async () => {
    const barcode = await chain.stock({ cerif: '  GTC-77 ' });
    await chain.stock({ cerif: 'GTC-78' });
    for (const written of around('GTC-77')) {
      const rows = await rowsOf('/biz-goods-in', `cerif=${written}`);
      expect(rows, written).toMatchObject([{ barcode, cerif: 'GTC-77' }]);
    }
  });
});

describe('stock checks are found by every filter', () => {
  let rings: number;
  let chains: number;
  let away: number;
  const audited = async (id: number): Promise<number> => {
    expect((await chain.audit('/biz-check', [id])).status).toBe(200);
    return id;
  };
  const check = async (change: Row, barcode: string): Promise<number> => {
    const head = { shopId: chain.home, checkAt: chain.today, type: '戒指', style: '', remark: '', noFind: '' };
    return idOf('/biz-check', { ...head, ...change, bizGoodsList: [{ barcode, factNum: 1, remark: '' }] });
  };
  beforeAll(async () => {
    const ring = await chain.stock({ barcode: 'RING-C', style: '六爪', name: '六爪戒指', fineness: '足金' });
    const yellow = { type: '项链', style: '光圈', name: '古法项链', fineness: '足金999', barcode: 'CHAIN-C' };
    const necklace = await chain.stock(yellow);
    const other = await chain.stock({
      barcode: 'AWAY-C',
      shopId: chain.away,
      type: '手镯',
      style: '古法',
      name: '手镯',
    });
    rings = await audited(await check({ style: '六爪' }, ring));
    chains = await audited(await check({ type: '项链', checkAt: addDays(chain.today, -1) }, necklace));
    away = await check({ type: '手镯', style: '古法', shopId: chain.away }, other);
  });
  const day = (): string => `beginTime=${chain.today}&endTime=${chain.today}`;
  const yesterday = (): string => day().replaceAll(chain.today, addDays(chain.today, -1));

  test('the list: shop, category, style, days, audited or not (S0§2/14)', async () => {
    const found = async (query: string): Promise<ReadonlySet<unknown>> =>
      new Set((await rowsOf('/biz-check', query)).map((row) => row['id']));
    expect(await found('')).toEqual(new Set([rings, chains, away]));
    for (const [query, ids] of [
      [`shopId=${chain.away}`, [away]],
      [`shopId=${chain.home}`, [rings, chains]],
      ['type=戒指', [rings]],
      ['type=项链', [chains]],
      ['style=古法', [away]],
      ['style=六爪', [rings]],
      [day(), [rings, away]],
      [yesterday(), [chains]],
      ['auditFlag=1', [away]],
      ['auditFlag=2', [rings, chains]],
      [`${day()}&auditFlag=2&type=项链`, []],
    ] as const)
      expect(await found(query), query).toEqual(new Set<unknown>(ids));
  });

  test('the report: shop, category, style, fineness, barcode, name, days (S0§2/15)', async () => {
    const found = async (query: string): Promise<readonly string[]> =>
      (await rowsOf('/report-goods-check', query)).map((row) => String(row['barcode'])).toSorted();
    const both = ['CHAIN-C', 'RING-C'];
    for (const [query, barcodes] of [
      ['', both],
      [`shopId=${chain.home}`, both],
      [`shopId=${chain.away}`, []],
      ['type=项链', ['CHAIN-C']],
      ['style=六爪', ['RING-C']],
      ['fineness=足金999', ['CHAIN-C']],
      ['barcode=%20ring-c%20', ['RING-C']],
      ['name=古法', ['CHAIN-C']],
      [day(), ['RING-C']],
      [yesterday(), ['CHAIN-C']],
      ['typeArr=项链&typeArr=戒指', both],
      ['styleArr=六爪', ['RING-C']],
      ['finenessArr=足金', ['RING-C']],
    ] as const)
      expect(await found(query), query).toEqual(barcodes);
  });
});
