/** A clerk at a till with nobody to ask: the pieces of his shop, its settings and prices, and what becomes of a body that he sends. */
import { SEEDED_FINENESSES } from '../../contracts/fineness.ts';
import { refuse } from '../../contracts/refusal.ts';
import type { SessionUser } from '../../contracts/user.ts';
import {
  GoodsInBody,
  attributesOf as attributesIn,
  type GoodsAttributes,
  type PieceDesk,
  type PieceView,
} from '../../goods/contract.ts';
import { SaleBody } from '../contract.ts';
import { prepareSale, type SaleRules } from '../prepare.ts';

/** Of a property; `FUZZ_RUNS` and `FUZZ_SEED` try others. */
export const RUNS = Number(process.env['FUZZ_RUNS'] ?? 4_000);
export const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122);
export const SHOP = 1;
export const STOCK = 3;
export const COST_FEN = 180_040;

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
export const CODES = Object.keys(PIECES);
export const QUOTED_FEN = 60_000;
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
export const attributesOf = (code: string): GoodsAttributes => ({ ...RING, ...PIECES[code] });
export const view = (barcode: string): PieceView => ({
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
export const clerk: SessionUser = {
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
export const rules: SaleRules = {
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

const by = {
  user: clerk,
  now: new Date('2026-11-20T10:00:00+08:00'),
  key: 'k',
  requestId: 'r',
  client: { ip: '127.0.0.1', userAgent: '' },
};
export const prepared = async (body: Record<string, unknown>, user = clerk, asked = rules) => {
  const parsed = SaleBody.safeParse(body);
  return parsed.success ? prepareSale(asked)(parsed.data, null, { ...by, user }) : null;
};
