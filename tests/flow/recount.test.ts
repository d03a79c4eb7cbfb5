/**
 * Whatever happens in the shops (receipts, transfers, checks, returns, sales, write-offs, write-ups, inspections and all
 * their reversals): on hand ≥ held ≥ 0, pieces are neither made nor lost, and every report equals a naive recount of the
 * events, made here without a projector.
 */
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { count, differences, impossible, orphanHolds, underWay, type Stored } from '../chaos/support/audit-log.ts';
import { startChainInDatabase, type ChainInDatabase } from './chain-in-database.ts';
import { expectSound } from '../support/self-audit.ts';
import { TAG_PRICE, type Chain } from './shops.ts';

let inDatabase: ChainInDatabase;
let db: pg.Client;
let chain: Chain;
beforeAll(async () => {
  inDatabase = await startChainInDatabase();
  ({ chain, db } = inDatabase);
});
afterAll(() => inDatabase.stop());

const KINDS = ['transfer', 'sale', 'return', 'loss', 'gain', 'inspection'] as const;
const PATHS = {
  transfer: '/biz-allocate',
  sale: '/biz-sell',
  return: '/biz-goods-return',
  loss: '/biz-stock-adjust',
  gain: '/biz-stock-adjust',
  inspection: '/biz-goods-inspection',
} as const;
type Saved = { readonly path: string; readonly id: number };
const nth = <T>(items: readonly T[], index: number): T | undefined => items[index % Math.max(1, items.length)];

/** Every kind of step with how often it was accepted: a run in which one never is proves nothing. */
const accepted = new Map<string, number>();
const told = (step: string, { status, text }: { readonly status: number; readonly text: string }): boolean => {
  expect(status, `${step}: ${text}`).toBeLessThan(500);
  if (status === 200) accepted.set(step, (accepted.get(step) ?? 0) + 1);
  return status === 200;
};

const bodyOf = (kind: (typeof KINDS)[number], barcode: string, num: number, shopId: number): object => {
  const { home, away, today } = chain;
  switch (kind) {
    case 'transfer': {
      const inShopId = shopId === home ? away : home;
      return chain.transfer([{ barcode, inNum: num }], { outShopId: shopId, inShopId });
    }
    case 'sale': {
      const sellBalanceList = [{ balance: '现金', amount: TAG_PRICE * num }];
      return chain.sale([{ barcode, num }], { shopId, sellBalanceList });
    }
    case 'return':
      return { supplierId: null, shopId, returnAt: today, bizGoodsList: [{ barcode, returnNum: num }] };
    case 'inspection': {
      const result = num === 1 ? '1' : '2';
      return { shopId, inspectAt: today, inspector: '周敏', bizGoodsList: [{ barcode, num, result, note: '砂眼' }] };
    }
    case 'loss':
    case 'gain': {
      const wire = kind === 'loss' ? '1' : '2';
      return { kind: wire, shopId, adjustAt: today, reason: '清点', bizGoodsList: [{ barcode, num }] };
    }
  }
};

class Shops {
  readonly pieces: string[] = [];
  readonly documents: Saved[] = [];
  #supplier = 0;
  async open(): Promise<void> {
    const supplier = { name: '金源首饰', contract: '李经理', mobile: '13900000001', status: '2' };
    this.#supplier = Number((await chain.app.post('/base-supplier', supplier)).body.data);
  }
  async receive(num: number): Promise<void> {
    this.pieces.push(await chain.stock({ num, supplierId: this.#supplier }));
  }
  async save(kind: (typeof KINDS)[number], piece: number, num: number, away: boolean): Promise<void> {
    const barcode = nth(this.pieces, piece);
    if (barcode === undefined) return;
    const path = PATHS[kind];
    const reply = await chain.app.post(path, bodyOf(kind, barcode, num, away ? chain.away : chain.home));
    if (!told(kind, reply)) return;
    const saved = { path, id: Number(reply.body.data) };
    this.documents.push(saved);
    // Some stay pending: what they hold is part of the picture.
    if (piece % 5 === 0) return;
    await this.#audit(saved);
  }
  /** The return that it opens goes on like all others. */
  async #audit({ path, id }: Saved): Promise<void> {
    const reply = await chain.audit(path, [id]);
    const [, opened] = /退货单TH(\d+)/.exec(String(reply.body.msg)) ?? [];
    if (told(`audit ${path}`, reply) && opened !== undefined) {
      this.documents.push({ path: PATHS.return, id: Number(opened) });
    }
  }
  async decide(what: 'audit' | 'unaudit' | 'remove', index: number): Promise<void> {
    const saved = nth(this.documents, index);
    if (saved === undefined) return;
    const { path, id } = saved;
    if (what === 'remove') told(`remove ${path}`, await chain.app.del(path, { ids: [id] }));
    else if (what === 'audit') await this.#audit(saved);
    else told(`unaudit ${path}`, await chain.unaudit(path, [id]));
  }
  /** A check that finds some of the pieces and one too many of another. */
  async check(away: boolean, found: number): Promise<void> {
    const header = { shopId: away ? chain.away : chain.home, checkAt: chain.today, type: '戒指' };
    const opened = await chain.app.post('/biz-check/open', header);
    const id = Number(opened.body.data);
    const barcodes = this.pieces.filter((_, index) => (index + found) % 3 > 0);
    if (barcodes.length > 0) await chain.app.post(`/biz-check/${id}/scan`, { barcodes });
    const more = nth(this.pieces, found);
    if (more !== undefined) {
      const bizGoodsList = [{ barcode: more, factNum: 3, scanNum: 1 }];
      told('count', await chain.app.put(`/biz-check/${id}`, { ...header, bizGoodsList }));
    }
    if (told('check', await chain.audit('/biz-check', [id]))) this.documents.push({ path: '/biz-check', id });
  }
}

const small = fc.integer({ min: 1, max: 3 });
const index = fc.nat(40);
type Step = (shops: Shops) => Promise<void>;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: small.map(
      (num): Step =>
        (shops) =>
          shops.receive(num),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...KINDS), index, small, fc.boolean()).map(
      (asked): Step =>
        (shops) =>
          shops.save(...asked),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom('audit', 'unaudit', 'unaudit', 'remove' as const), index).map(
      (asked): Step =>
        (shops) =>
          shops.decide(...asked),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.boolean(), index).map(
      (asked): Step =>
        (shops) =>
          shops.check(...asked),
    ),
  },
);

type Row = Record<string, unknown>;
const report = async (path: string, query = ''): Promise<{ totals: Row; rows: readonly Row[] }> => {
  const reply = await chain.app.get(`${path}?pageIndex=1&pageSize=5000&${query}`);
  expect(reply.status, reply.text).toBe(200);
  const { list } = reply.body.data as { list: Row & { list: Row[] } };
  return { totals: list, rows: list.list };
};
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

/** Quantities that left and have not come back, by what each departure is known by. */
type Pair = readonly [left: string, back: string, key: string, backKey: string];
const standing = (events: readonly Stored[], [left, back, key, backKey]: Pair): number => {
  const open = new Map<unknown, number>();
  for (const { type, data } of events) {
    const fields = data as Row;
    if (type === left) open.set(fields[key], data.quantity);
    if (type === back) open.delete(fields[backKey]);
  }
  return sum(open.values());
};

const onHandAt = (events: readonly Stored[], position: number) =>
  count(events.filter((event) => event.position <= position)).standing;
/** What was counted of each barcode, out of the check's own events. */
const countedOf = (own: readonly Stored[]): ReadonlyMap<string, number> => {
  const counted = new Map<string, number>();
  for (const { type, data } of own) {
    const { barcode, bookNum, factNum } = data as unknown as { barcode: string; bookNum: number; factNum: number };
    if (type === 'StockCounted') counted.set(barcode, Math.min((counted.get(barcode) ?? 0) + 1, bookNum));
    if (type === 'StockCountCorrected') counted.set(barcode, factNum);
  }
  return counted;
};
type Opened = {
  readonly documentId: number;
  readonly header: { readonly shopId: number };
  readonly bookPosition: number;
};
type Lines = readonly (readonly [key: string, numbers: readonly [book: number, actual: number]])[];
/** Lines of one check as long as it stands audited. */
const linesOf = (events: readonly Stored[], { stream, data }: Stored): Lines => {
  const own = events.filter((event) => event.stream === stream);
  const last = own.findLast(({ type }) => /^StockCheck(Audited|Reversed|Deleted)$/.test(type));
  if (last?.type !== 'StockCheckAudited') return [];
  const { documentId, header, bookPosition } = data as unknown as Opened;
  const counted = countedOf(own);
  const book = new Map<string, number>();
  for (const [place, { onHand }] of onHandAt(events, bookPosition)) {
    const [barcode = '', shop] = place.split(' ');
    if (Number(shop) === header.shopId && onHand > 0) book.set(barcode, onHand);
  }
  return [...new Set([...book.keys(), ...counted.keys()])].map((barcode) => [
    `${documentId}/${barcode}`,
    [book.get(barcode) ?? 0, counted.get(barcode) ?? 0],
  ]);
};
/** Books and counts of the checks that stand audited: `check/barcode` → [book, actual]. */
const checkedLines = (events: readonly Stored[]): ReadonlyMap<string, readonly [number, number]> =>
  new Map(events.filter(({ type }) => type === 'StockCheckOpened').flatMap((opened) => linesOf(events, opened)));

const recount = async (): Promise<void> => {
  await chain.app.house.caughtUp();
  const { rows: events } = await db.query<Stored>(
    'select position::int as position, stream, type, data from es.events order by position',
  );
  const audit = count(events);
  expect([...underWay(audit), ...orphanHolds(audit), ...impossible(audit)]).toEqual([]);
  expect(await differences(db, audit)).toEqual([]);

  const of = (...pair: Pair): number => standing(events, pair);
  const received = of('GoodsReceiptAudited', 'GoodsReceiptReversed', 'receiptId', 'receiptId');
  const sold = of('GoodsSold', 'GoodsSaleReversed', 'key', 'saleKey');
  const returned = of('GoodsReturnedToSupplier', 'GoodsSupplierReturnReversed', 'key', 'returnKey');
  const lost = of('GoodsWrittenOff', 'GoodsWriteOffReversed', 'key', 'writeOffKey');
  const found = of('GoodsFound', 'GoodsFindReversed', 'key', 'foundKey');
  const moved = of('GoodsTransferred', 'GoodsTransferReversed', 'rowId', 'rowId');
  const there = sum([...audit.standing.values()].map(({ onHand }) => onHand));
  expect(there).toBe(received + found - sold - returned - lost);

  const days = `beginTime=${chain.today}&endTime=${chain.today}`;
  const flow = await report('/report-goods-flow', days);
  expect(flow.totals['num']).toBe(there);
  expect(flow.rows).toHaveLength(audit.movements.length);
  const flowOf = (bill: string): number =>
    sum(flow.rows.filter(({ billType }) => String(billType).startsWith(bill)).map(({ num }) => Number(num)));
  const gone = ['报损', '销售', '退供应商'].map((bill) => 0 - flowOf(bill));
  expect([...gone, flowOf('报溢')]).toEqual([lost, sold, returned, found]);

  const turnover = await report('/report-goods-turnover', 'stock=all');
  expect(turnover.totals['num']).toBe(there);
  for (const { barcode, shopId, num, inNum, outNum, held } of turnover.rows) {
    const place = audit.standing.get(`${String(barcode)} ${String(shopId)}`);
    expect({ num, held }).toEqual({ num: place?.onHand, held: sum(place?.holds.values() ?? []) });
    expect(Number(inNum) - Number(outNum)).toBe(num);
  }
  expect((await report('/report-goods-allocate', days)).totals['num']).toBe(moved);
  expect((await report('/report-goods-return', days)).totals['num']).toBe(returned);
  const checks = await report('/report-goods-check', days);
  expect(new Map(checks.rows.map(({ key, bookNum, factNum }) => [key, [bookNum, factNum]]))).toEqual(
    checkedLines(events),
  );
  // The house's own second count comes to the same.
  await expectSound(chain.app.house);
};

test('every report equals a naive recount, whatever happened (S0§4/16)', { timeout: 300_000 }, async () => {
  const shops = new Shops();
  await shops.open();
  for (const num of [1, 1, 3]) await shops.receive(num);
  const lives = fc.sample(fc.array(step, { minLength: 45, maxLength: 45 }), { numRuns: 5, seed: 20_261_121 });
  for (const life of lives) {
    for (const one of life) await one(shops);
    await recount();
  }
  const wanted = [
    ...KINDS,
    'check',
    ...[...new Set(Object.values(PATHS))].flatMap((path) => [`audit ${path}`, `unaudit ${path}`]),
  ];
  expect(wanted.filter((one) => !accepted.has(one))).toEqual([]);
});
