/** What a fineness is made of (R133): metal and content, in the expanded data of its dictionary entry. Pure. */
import { z } from 'zod';

/** The dictionary whose entries are finenesses. */
export const FINENESS_DICTIONARY = 'goodsFineness';
export const METALS = ['金', '铂', '银', '钯', '其他'] as const;
export type Metal = (typeof METALS)[number];
/** `content`: pure metal in a thousand parts, 750 of 18K; 0 of what is no precious metal. */
export type Fineness = { readonly metal: Metal; readonly content: number };

const CONTENT_MAX = 1000;
/** In the wire's own words: `{"metal":"金","content":750}`. */
export const FinenessData = z.object({
  metal: z.enum(METALS, { error: '请选择金属' }),
  content: z
    .number({ error: '请输入含量（千分之几）' })
    .min(0, '含量不能小于0')
    .max(CONTENT_MAX, `含量不能大于${CONTENT_MAX}`)
    .refine((value) => Number.isInteger(Math.round(value * 1000) / 10), '含量最多2位小数'),
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
/** null: nobody said what it is made of. */
export const finenessOf = (expandData: string): Fineness | null => {
  const found = FinenessData.safeParse(parsed(expandData));
  return found.success ? found.data : null;
};

const GOLD: Readonly<Record<string, number>> = {
  足金: 990,
  足金999: 999,
  '足金999.9': 999.9,
  '足金999.99': 999.99,
  千足金: 999,
  古法金: 999,
  硬金: 999,
  '22K金': 916,
  '18K金': 750,
  '18K白': 750,
  '18K玫瑰': 750,
  '14K金': 585,
  '9K金': 375,
};
const PLATINUM = { 铂990: 990, 铂950: 950, 铂900: 900, 铂850: 850 };
const SILVER = { 足银: 990, 足银999: 999, S990银: 990, S925银: 925, S800银: 800 };
const of = (metal: Metal, contents: Readonly<Record<string, number>>): [string, Fineness][] =>
  Object.entries(contents).map(([name, content]) => [name, { metal, content }]);
/** What every installation starts with. */
export const SEEDED_FINENESSES: ReadonlyMap<string, Fineness> = new Map([
  ...of('金', GOLD),
  ...of('铂', PLATINUM),
  ...of('银', SILVER),
  ['非贵金属', { metal: '其他', content: 0 }],
]);
