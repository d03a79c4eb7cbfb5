/** What a jeweller in China has in the case, with believable weights and prices. */
import type { Random } from './random.ts';

type Stone = {
  readonly name: string;
  readonly caratLow: number;
  readonly caratHigh: number;
  readonly yuanPerCarat: number;
};
type Design = {
  readonly shape: Shape;
  readonly type: string;
  readonly styles: readonly string[];
  readonly fineness: readonly string[];
  readonly grams: readonly [low: number, high: number];
  readonly stones?: readonly Stone[];
  /** Share of the stock. */
  readonly share: number;
  readonly ringSize?: boolean;
};
export type Shape = 'ring' | 'necklace' | 'pendant' | 'bangle' | 'bracelet' | 'earring' | 'bar';

const DIAMOND: Stone = { name: '钻石', caratLow: 0.08, caratHigh: 0.8, yuanPerCarat: 9_800 };
const JADE: Stone = { name: '翡翠', caratLow: 3, caratHigh: 12, yuanPerCarat: 260 };
const RUBY: Stone = { name: '红宝石', caratLow: 0.3, caratHigh: 1.5, yuanPerCarat: 3_600 };
const SAPPHIRE: Stone = { name: '蓝宝石', caratLow: 0.3, caratHigh: 2, yuanPerCarat: 2_900 };
const PEARL: Stone = { name: '珍珠', caratLow: 2, caratHigh: 6, yuanPerCarat: 90 };

const PLAIN_GOLD = ['足金', '足金999'] as const;
const DESIGNS: readonly Design[] = [
  {
    shape: 'ring',
    type: '戒指',
    styles: ['光圈', '车花', '拉丝', '开口'],
    fineness: PLAIN_GOLD,
    grams: [2, 9],
    share: 16,
    ringSize: true,
  },
  {
    shape: 'ring',
    type: '戒指',
    styles: ['群镶', '四爪', '皇冠'],
    fineness: ['18K金', '铂950'],
    grams: [2, 6],
    stones: [DIAMOND, RUBY, SAPPHIRE],
    share: 12,
    ringSize: true,
  },
  {
    shape: 'necklace',
    type: '项链',
    styles: ['水波链', '肖邦链', 'O字链', '侧身链'],
    fineness: PLAIN_GOLD,
    grams: [6, 28],
    share: 14,
  },
  {
    shape: 'pendant',
    type: '吊坠',
    styles: ['平安扣', '生肖', '佛像', '福字'],
    fineness: PLAIN_GOLD,
    grams: [1.5, 12],
    share: 14,
  },
  {
    shape: 'pendant',
    type: '吊坠',
    styles: ['四爪', '群镶'],
    fineness: ['18K金', '铂950'],
    grams: [1, 4],
    stones: [DIAMOND, JADE, PEARL],
    share: 8,
  },
  {
    shape: 'bangle',
    type: '手镯',
    styles: ['古法', '光圈', '车花', '拉丝'],
    fineness: PLAIN_GOLD,
    grams: [15, 58],
    share: 10,
  },
  {
    shape: 'bracelet',
    type: '手链',
    styles: ['O字链', '如意', '水波链'],
    fineness: PLAIN_GOLD,
    grams: [3, 18],
    share: 10,
  },
  { shape: 'earring', type: '耳环', styles: ['素圈', '蝴蝶', '车花'], fineness: PLAIN_GOLD, grams: [1.5, 8], share: 8 },
  {
    shape: 'earring',
    type: '耳钉',
    styles: ['四爪', '包镶'],
    fineness: ['18K金', '铂950'],
    grams: [0.8, 2.5],
    stones: [DIAMOND, PEARL],
    share: 6,
  },
  { shape: 'bar', type: '金条', styles: ['其他'], fineness: ['足金999.9'], grams: [5, 50], share: 2 },
];
const GOLD_CONTENT: Readonly<Record<string, string>> = {
  足金: '990',
  足金999: '999',
  '足金999.9': '999.9',
  '18K金': '750',
  铂950: '950',
};
/** Metal cost per gram in yuan. */
const METAL_COST: Readonly<Record<string, number>> = {
  足金: 545,
  足金999: 552,
  '足金999.9': 556,
  '18K金': 428,
  铂950: 262,
};

const deck = DESIGNS.flatMap((design) => Array.from({ length: design.share }, () => design));
const rounded = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places;

/** Goods fields of one believable piece, as a screen would send them. */
export type DemoPiece = { readonly shape: Shape; readonly fields: Readonly<Record<string, unknown>> };

/** Weight and fees; a design with stones costs more work and earns more. */
const drawMetal = (random: Random, { grams: [low, high] }: Design, fineness: string, stone: Stone | null) => ({
  goldContent: GOLD_CONTENT[fineness] ?? '',
  goldWeight: rounded(low + random.next() * (high - low), 3),
  goldCost: (METAL_COST[fineness] ?? 500) + random.between(-8, 8),
  workFee: random.between(12, 48),
  piceWorkFee: stone === null ? 0 : random.between(5, 30) * 10,
  sellRaito: rounded(stone === null ? 1.06 + random.next() * 0.1 : 1.6 + random.next() * 0.8, 2),
});

const drawCarats = (random: Random, { caratLow, caratHigh }: Stone): number =>
  rounded(caratLow + random.next() * (caratHigh - caratLow), 3);
/** The stone with its certificate. */
const drawStone = (random: Random, { name, yuanPerCarat }: Stone, carats: number) => ({
  stoneName: name,
  stoneCt: carats,
  stoneP: random.between(1, 12),
  stoneCost: yuanPerCarat,
  stoneMeasure: '重量',
  stoneWorkfee: random.between(3, 15) * 10,
  cerif: `GTC${random.between(10_000_000, 99_999_999)}`,
  cerifCost: 45,
  examUnit: '国家首饰质量监督检验中心',
  examStand1: 'GB 11887',
  priceMode: '1',
});

/** Values are those of the seeded dictionaries. The order of the draws is the demo chain: it stays. */
export const drawPiece = (random: Random): DemoPiece => {
  const design = random.pick(deck);
  const { type, shape } = design;
  const fineness = random.pick(design.fineness);
  const style = random.pick(design.styles);
  const stone = design.stones === undefined ? null : random.pick(design.stones);
  const carats = stone === null ? 0 : drawCarats(random, stone);
  return {
    shape,
    fields: {
      type,
      style,
      fineness,
      name: `${fineness}${stone?.name ?? ''}${style === '其他' ? '' : style}${type}`,
      ...drawMetal(random, design, fineness, stone),
      styleNo: `${shape.slice(0, 2).toUpperCase()}${random.between(1000, 9999)}`,
      ...(design.ringSize === true && { ringsize: String(random.between(9, 22)) }),
      ...(stone !== null && drawStone(random, stone, carats)),
      examStand2: 'GB/T 31912',
    },
  };
};
