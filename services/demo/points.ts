/** Points rules of the demo chain: gold earns little, set pieces more; nothing is drawn, so that the rest stays what it was. */
import type { Body } from './people.ts';

const TYPES = ['戒指', '项链', '吊坠', '手镯', '手链', '耳环', '耳钉'] as const;
const RATES = [
  { fineness: '足金', customerPoint: 1, sellerPoint: 1, discount: 95 },
  { fineness: '足金999', customerPoint: 1, sellerPoint: 1, discount: 95 },
  { fineness: '18K金', customerPoint: 5, sellerPoint: 2, discount: 88 },
  { fineness: '铂950', customerPoint: 3, sellerPoint: 2, discount: 90 },
] as const;

/** Points for every 100 yuan. */
export const pointsRuleBodies = (): readonly Body[] =>
  TYPES.flatMap((type, place) =>
    RATES.map((rate) => ({ pointSort: place + 1, type, style: '', amount: 100, status: '2', ...rate })),
  );
