/** A clerk alone gets no order below the floors, whatever the body says: its fields are drawn from its own schema. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { SEEDED_FINENESSES } from '../contracts/fineness.ts';
import { isRefusal, refuse } from '../contracts/refusal.ts';
import type { SessionUser } from '../contracts/user.ts';
import {
  GoodsInBody,
  attributesOf as attributesIn,
  gramShareOf,
  type GoodsAttributes,
  type PieceDesk,
  type PieceView,
} from '../goods/contract.ts';
import {
  SaleBody,
  SaleChangeLineBody,
  SaleCleanLineBody,
  SaleGoodsLineBody,
  type SaleGoodsLine,
  type SaleLine,
} from './contract.ts';
import { prepareSale, type SaleRules } from './prepare.ts';
import type { SoldOrder } from './sold-orders.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 4_000);
const SHOP = 1;
const STOCK = 3;
const ROUND_LIMIT_FEN = 1_000;
const COST_FEN = 180_040;

/** Kinds of goods that are sold in different ways. */
const PIECES: Readonly<Record<string, Partial<GoodsAttributes>>> = {
  GOLD: {},
  QUOTED: { fineness: '18K金' },
  FIXED: { priceMode: '1' },
  GRAM: { priceMode: '2', mainStoneCaratMilli: 300, mainStoneCostFen: 900_000, certificateCostFen: 5_000 },
  STONE: { mainStoneCaratMilli: 1_200, tagPriceFen: 2_500_000 },
  UNKNOWN: { metalCostFen: 0 },
  UNTAGGED: { tagPriceFen: 0 },
  NOTHING: { tagPriceFen: 0, metalCostFen: 0 },
};
const CODES = Object.keys(PIECES);
const QUOTED_FEN = 60_000;
const RING = attributesIn(
  GoodsInBody.parse({
    shopId: SHOP,
    inStorageAt: '2026-11-01',
    printTemplate: '标准标签',
    type: '戒指',
    name: '足金戒指',
    style: '光圈',
    fineness: '足金',
    goldWeight: 3.215,
    goldCost: 560,
    workFee: 20,
    sellRaito: 1.2,
    sellPrice: 2238,
  }),
);
const attributesOf = (code: string): GoodsAttributes => ({ ...RING, ...PIECES[code] });
const view = (barcode: string): PieceView => ({
  barcode,
  stage: 'audited',
  status: '2',
  supplierId: null,
  receivedIn: 1,
  receivedOn: '2026-11-01',
  received: 1,
  attributes: attributesOf(barcode),
  holdings: [{ shopId: SHOP, rowId: 7, rowIds: [7], onHand: STOCK, held: 0, unitCostFen: COST_FEN }],
  holds: [],
  sales: [],
  toInspect: [],
});

const SETTINGS: Readonly<Record<string, string>> = {
  sell_round_limit: '10.00',
  sell_min_rebate: '80',
  sell_max_gold_price_gap: '5',
  sell_max_cut_down: '20',
  sell_min_work_fee: '12',
};
const BOARD = {
  validFrom: '2026-11-20T09:00:00.000+08:00',
  details: [{ name: '18K金', goldContent: '', costFen: 0, priceFen: QUOTED_FEN, measureUnit: '元/克' }],
};
const clerk: SessionUser = {
  id: 4,
  username: 'clerk',
  nickName: 'clerk',
  deptId: null,
  roleIds: [4],
  roleKeys: ['seller'],
  permissions: new Set(['biz:bizSell:add', 'biz:bizSell:edit']),
  lockShops: [SHOP],
  rows: 'all',
  mustChangePassword: false,
};
const person = (id: number, name: string, ...lockShops: number[]) => ({ id, name, username: name, lockShops });
const rules: SaleRules = {
  sold: async () => null,
  gifts: { view: async () => null },
  standingWords: { of: async () => [] },
  leaving: { judge: async () => ({ asks: [], notes: [], dropped: async () => undefined }) },
  trials: async () => undefined,
  nearFloors: async () => [],
  witnesses: async () => ({ printed: false, counted: false, makerId: null, at: '' }),
  balances: { of: async () => ({}) },
  checks: { hadFreeGift: async () => false, boundDeposits: async () => [], freeCleanings: async () => 0 },
  material: { costOf: async ({ weightMg }) => ({ costFen: 0, freeMg: weightMg }) },
  pieces: {
    lookupFor: async (_kind: string, _shop: number, code: string) =>
      CODES.includes(code) ? view(code) : refuse('not-found', 'goods.unknown', '不存在'),
    view: async (code: string) => (CODES.includes(code) ? view(code) : null),
  } as unknown as PieceDesk,
  lookup: {
    shop: async (id) => (id === SHOP ? { id, name: '罗湖店', enabled: true } : null),
    customer: async (id) => ({
      id,
      name: '王女士',
      enabled: true,
      mobile: '',
      vip: '',
      level: '',
      walkIn: false,
      mergedInto: null,
    }),
    till: async (_shop, name) => ({ name, enabled: true }),
    settlementMethods: async () => ['现金', '微信'],
    setting: async (key) => SETTINGS[key] ?? null,
    pointsRule: async () => null,
    hasTemplate: async () => true,
    dictValues: async () => [],
    finenesses: async () => SEEDED_FINENESSES,
  },
  goldPrices: { on: async () => BOARD, lately: async () => [BOARD] },
  sellers: async ({ seller }) => ({ id: person(4, seller).id, name: seller }),
  // Nobody is there to say yes: whatever is saved was saved by the clerk alone.
  words: {
    ask: async (asks) => (asks.length === 0 ? null : refuse('conflict', 'word.asked', '需授权')),
    disown: async () => null,
  },
};

type Json = {
  readonly type?: string;
  readonly anyOf?: readonly Json[];
  readonly properties?: Readonly<Record<string, Json>>;
};
const schemaOf = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
const kindOf = ({ type, anyOf = [] }: Json): string =>
  type ?? anyOf.map((one) => kindOf(one)).find((one) => one !== 'null') ?? 'string';
/** Values near every limit, the smallest and largest that the wire takes, and anything between. */
const NUMBERS = [0, 0.01, 0.001, 1, 11.99, 12, 20, 79.99, 80, 100, 531.99, 532, 569.99, 570, 999, 9_999, 99_999_999.99];
const SIGNED = [...NUMBERS, -0.642, -0.643, -0.644, -3.215, -3.216, -1, -999, 0.643, 3.215];
const drawn = (schema: Json): fc.Arbitrary<unknown> => {
  const kind = kindOf(schema);
  if (kind === 'integer') return fc.constantFrom(1, 2, STOCK, 0, -1, 7);
  if (kind === 'number') {
    const any = fc.integer({ min: -200_000, max: 200_000 }).map((value) => value / 100);
    return fc.oneof(fc.constantFrom(...SIGNED), any, fc.constantFrom(null, undefined));
  }
  return fc.constantFrom('', '现金', '2', undefined, null);
};
const drawnFields = (schema: z.ZodType, fixed: Readonly<Record<string, fc.Arbitrary<unknown>>>) => {
  const fields = Object.entries(schemaOf(schema).properties ?? {}).map(([name, of]) => {
    // Sums that are sent must agree with the server's: mostly left to it, else nothing would be saved at all.
    const left = fc.constant(undefined);
    return [
      name,
      fixed[name] ?? fc.oneof({ weight: 12, arbitrary: left }, { weight: 1, arbitrary: drawn(of) }),
    ] as const;
  });
  return fc.record(Object.fromEntries(fields));
};
/** What a line starts from, so that most draws get as far as the limits. */
const line = drawnFields(SaleGoodsLineBody, {
  id: fc.constant(undefined),
  points: fc.constant(undefined),
  sellerPoints: fc.constant(undefined),
  barcode: fc.constantFrom(...CODES),
  goodsId: fc.constant(undefined),
  num: fc.constantFrom(1, 1, 2, STOCK),
  rebate: fc.oneof(
    fc.constantFrom(undefined, 80, 80.01, 100),
    fc.constantFrom(0, 1, 79.99, 80, 1000),
    fc.integer({ min: 7_000, max: 11_000 }).map((bp) => bp / 100),
  ),
  todayGoldCost: fc.oneof(
    fc.constantFrom(undefined, 0),
    fc.constantFrom(0.01, 1, 531.99, 532, 569.99, 570, 600, 99_999),
    fc.integer({ min: 50_000, max: 65_000 }).map((fen) => fen / 100),
  ),
  cutDown: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(undefined, 0) },
    { weight: 1, arbitrary: fc.constantFrom(-0.001, -0.643, -0.644, -3.215, 0.5, 3.215, 999) },
  ),
  workFee: fc.constantFrom(undefined, 0, 0.01, 11.99, 12, 20),
  sellPrice: fc.constant(undefined),
  sellGoldWeight: fc.constant(undefined),
  rebateFee: fc.constant(undefined),
  factSellFee: fc.constant(undefined),
});
const payments = fc.array(fc.record({ balance: fc.constantFrom('现金', '微信'), amount: drawn({ type: 'number' }) }), {
  maxLength: 3,
});
const order = drawnFields(SaleBody, {
  customerId: fc.constant(1),
  shopId: fc.oneof({ weight: 12, arbitrary: fc.constant(SHOP) }, { weight: 1, arbitrary: fc.constant(2) }),
  sellAt: fc.constant('2026-11-20'),
  seller: fc.constant('clerk'),
  sellerId: fc.constant(undefined),
  printTemplate: fc.constant('销售单'),
  pictures: fc.constant(undefined),
  remark: fc.constant(undefined),
  id: fc.constant(undefined),
  points: fc.constant(undefined),
  sellerPoints: fc.constant(undefined),
  amount: fc.constant(undefined),
  payableFee: fc.constant(undefined),
  factFee: fc.constant(undefined),
  sellGoodsList: fc.uniqueArray(line, {
    minLength: 1,
    maxLength: 2,
    selector: (one) => (one as { barcode: string }).barcode,
  }),
  sellBalanceList: payments,
  sellChangeList: fc.constant([]),
  sellRecycleList: fc.constant([]),
  sellGiftList: fc.constant([]),
  sellCleanList: fc.constant([]),
  approval: fc.constantFrom(
    undefined,
    { username: 'boss', password: 'x', reason: '好', marks: ['x'] },
    { reason: '好' },
  ),
});

/**
 * The least a line may come to without anybody's word, worked out by hand from the piece and the settings, whatever was
 * typed: 80 % of its full price, and what it cost. Only the quoted gold goes by the board, at the weight that is charged;
 * what has no tag goes by what its gold cost. null: never alone.
 */
const leastFen = ({ barcode, quantity, sellWeightMg, cutDownMg }: SaleGoodsLine): number | null => {
  const piece = attributesOf(barcode);
  expect(cutDownMg).toBeGreaterThanOrEqual(-Math.round(piece.netWeightMg * quantity * 0.2));
  const gramFen = barcode === 'QUOTED' ? QUOTED_FEN : piece.tagPriceFen > 0 ? 0 : piece.metalCostFen;
  const grams = sellWeightMg / 1000;
  const share = (gramShareOf(piece) * quantity) / 10_000_000;
  const fees = (piece.labourFeeFen + piece.fineWorkFeeFen) * grams + piece.pieceWorkFeeFen * quantity;
  const tag = (piece.tagPriceFen * 1000 * grams) / piece.netWeightMg;
  const full = gramFen > 0 ? gramFen * grams + share + fees : tag;
  if (gramFen === 0 && piece.tagPriceFen === 0) return null;
  const cost = COST_FEN * quantity + Math.min(0, (cutDownMg * piece.metalCostFen) / 1000);
  return Math.max(full * 0.8, Math.min(full, cost));
};

/** What the order comes to, so that payments can agree with it: the server names it against a wrong sum. */
const dueOf = async (body: Record<string, unknown>): Promise<number> => {
  const asked = await prepared({ ...body, amount: 0.01, factFee: undefined, sellBalanceList: [] });
  const [problem] = isRefusal(asked) ? (asked.fields ?? []) : [];
  return problem?.path === 'amount' && 'expected' in problem ? Number(problem.expected) : 0;
};
const by = {
  user: clerk,
  now: new Date('2026-11-20T10:00:00+08:00'),
  key: 'k',
  requestId: 'r',
  client: { ip: '127.0.0.1', userAgent: '' },
};
const prepared = async (body: Record<string, unknown>, user = clerk, asked = rules) => {
  const parsed = SaleBody.safeParse(body);
  return parsed.success ? prepareSale(asked)(parsed.data, null, { ...by, user }) : null;
};

test('no order of a clerk alone is below the floors', async () => {
  let saved = 0;
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(order, fc.constantFrom(0, 0, 0, -10, -10.01, -500, 10), async (drawnBody, off) => {
      const body = drawnBody as Record<string, unknown>;
      const due = await dueOf(body);
      const fact = Math.round((due + off) * 100) / 100;
      const exact = { factFee: fact, sellBalanceList: fact === 0 ? [] : [{ balance: '现金', amount: fact }] };
      for (const attempt of [body, { ...body, ...exact }]) {
        const result = await prepared(attempt);
        if (result === null) continue;
        if (isRefusal(result)) {
          if (result.code === 'word.asked') asked += 1;
          continue;
        }
        saved += 1;
        const { header } = result;
        const lines = result.lines.filter((one) => one.list === 'goods');
        const floors = lines.map(leastFen);
        expect(floors).not.toContain(null);
        for (const [index, one] of lines.entries()) expect(one.amountFen).toBeGreaterThan((floors[index] ?? 0) - 3);
        const least = floors.reduce<number>((sum, floor) => sum + (floor ?? 0), 0);
        expect(header.factFeeFen).toBeGreaterThan(least - ROUND_LIMIT_FEN - 3 * lines.length);
        expect(header.payments.every(({ amountFen }) => amountFen > 0)).toBe(true);
        expect(header.payments.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(header.factFeeFen);
        expect(header).not.toHaveProperty('approvals');
      }
    }),
    { numRuns: RUNS, seed: Number(process.env['FUZZ_SEED'] ?? 20_261_122) },
  );
  // Both sides of the limits were drawn, or the property says nothing.
  expect(saved).toBeGreaterThan(RUNS / 20);
  expect(asked).toBeGreaterThan(RUNS / 20);
});

/** What was sold before, by what was paid for it in the end: one piece, and a lot of three of which nothing came back yet. */
const BOUGHT = 9_001;
const PAID: Readonly<Record<string, { readonly quantity: number; readonly amountFen: number }>> = {
  BACK1: { quantity: 1, amountFen: 10_000 },
  BACK3: { quantity: 3, amountFen: 600_000 },
  BACKDEAR: { quantity: 1, amountFen: 250_000 },
};
const boughtLines = Object.entries(PAID).map(([barcode, paid]) => ({
  list: 'goods',
  lineId: barcode,
  barcode,
  goodsId: 7,
  name: '足金戒指',
  category: '戒指',
  style: '光圈',
  fineness: '足金',
  picture: '',
  sellWeightMg: 3_215 * paid.quantity,
  cutDownMg: 0,
  unitCostFen: COST_FEN,
  points: 0,
  sellerPoints: 0,
  ...paid,
}));
const boughtTotal = boughtLines.reduce((sum, { amountFen }) => sum + amountFen, 0);
const bought = {
  header: {
    customerId: 1,
    shopId: SHOP,
    soldOn: '2026-11-10',
    seller: { id: 4, name: 'clerk' },
    payableFeeFen: boughtTotal,
    factFeeFen: boughtTotal,
  },
  lines: boughtLines,
} as unknown as SoldOrder;
const saleOf = (barcode: string): PieceView['sales'] => {
  const { quantity = 0 } = PAID[barcode] ?? {};
  const sale = { key: `k/${barcode}`, saleId: BOUGHT, shopId: SHOP, quantity, unitCostFen: COST_FEN };
  return quantity === 0 ? [] : [{ ...sale, free: quantity, returns: [] }];
};
const returning: SaleRules = {
  ...rules,
  sold: async (id) => (id === BOUGHT ? bought : null),
  pieces: {
    ...rules.pieces,
    view: async (code: string) => ({ ...view(code), received: PAID[code]?.quantity ?? STOCK, sales: saleOf(code) }),
  } as unknown as PieceDesk,
};
/** Whoever may round may not pay back more than was paid without a word, either. */
const rounder: SessionUser = {
  ...clerk,
  id: 5,
  username: 'rounder',
  permissions: new Set([...clerk.permissions, 'biz:bizSell:round']),
};
const backLine = drawnFields(SaleChangeLineBody, {
  id: fc.constant(undefined),
  rawSellId: fc.constant(BOUGHT),
  barcode: fc.constantFrom(...Object.keys(PAID)),
  returnNum: fc.constantFrom(undefined, undefined, 1, 2, 3, 0, 4),
  returnPrice: fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(0, 0.01, 99.99, 100, 100.01, 2000, 2000.01, 2500, 2500.01, 50_000) },
  ),
  factReturnAmount: fc.constant(undefined),
  returnWeight: fc.constantFrom(undefined, undefined, 0, 1, 3.215, 9.645),
  returnTo: fc.constantFrom(undefined, '1', '1', '2', '3'),
});
const MENDING = { type: '戒指', style: '光圈' };
const cleanLine = drawnFields(SaleCleanLineBody, {
  type: fc.constant(MENDING.type),
  style: fc.constant(MENDING.style),
  price: fc.constantFrom(undefined, 0, 50, -50, 0.01, 99_999),
});
const exchange = fc.record({
  sellChangeList: fc.uniqueArray(backLine, {
    minLength: 1,
    maxLength: 3,
    selector: (one) => (one as { barcode: string }).barcode,
  }),
  sellGoodsList: fc.oneof(
    fc.constant([]),
    fc.constantFrom(...CODES).map((barcode) => [{ barcode, num: 1 }]),
  ),
  sellCleanList: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.tuple(cleanLine) }),
});
const RETURNING_RUNS = Math.ceil(RUNS / 8);
const REFUND_LIMIT_FEN = 100_000;
/** What it comes to, as its own refusal names it where nothing is paid. */
const payableOf = (asked: unknown): number => {
  const { fields = [] } = isRefusal(asked as object) ? (asked as { fields?: readonly object[] }) : {};
  const named = fields.find((one) => 'path' in one && one.path === 'payableFee' && 'expected' in one);
  return named !== undefined && 'expected' in named ? Number(named.expected) : 0;
};
const whatIsBeyond = (lines: readonly SaleLine[], outFen: number): readonly string[] => [
  ...lines.flatMap((one) => {
    if (one.list === 'clean') return one.priceFen < 0 ? ['a fee below nothing'] : [];
    if (one.list !== 'change') return [];
    const paid = PAID[one.barcode];
    const mostFen = paid === undefined ? 0 : Math.round((paid.amountFen * one.quantity) / paid.quantity);
    return [
      ...(one.refundFen > mostFen ? [`${one.barcode} at ${one.refundFen} of ${mostFen}`] : []),
      ...(one.returnTo === '2' ? [`${one.barcode} to the old material`] : []),
    ];
  }),
  ...(outFen > REFUND_LIMIT_FEN ? [`paid out ${outFen}`] : []),
];

test('nobody alone gives more for what comes back than was paid for it, with the right to round or without', async () => {
  const seen = { saved: 0, asked: 0, refused: 0 };
  const base = {
    customerId: 1,
    shopId: SHOP,
    sellAt: '2026-11-20',
    seller: 'clerk',
    printTemplate: '销售单',
  };
  await fc.assert(
    fc.asyncProperty(exchange, fc.constantFrom(clerk, rounder), async (drawnLists, user) => {
      const body = { ...base, ...drawnLists, sellBalanceList: [] };
      const due = payableOf(await prepared({ ...body, payableFee: 0.01 }, user, returning));
      const paid = { factFee: due, sellBalanceList: due === 0 ? [] : [{ balance: '现金', amount: due }] };
      const result = await prepared({ ...body, ...paid }, user, returning);
      if (result === null || isRefusal(result)) {
        seen[result?.code === 'word.asked' ? 'asked' : 'refused'] += 1;
        return;
      }
      seen.saved += 1;
      expect(whatIsBeyond(result.lines, -Math.min(0, result.header.factFeeFen))).toEqual([]);
    }),
    { numRuns: RETURNING_RUNS, seed: Number(process.env['FUZZ_SEED'] ?? 20_261_122) },
  );
  expect(seen.saved).toBeGreaterThan(RETURNING_RUNS / 20);
  expect(seen.asked).toBeGreaterThan(RETURNING_RUNS / 20);
});
