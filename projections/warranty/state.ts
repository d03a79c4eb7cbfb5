/** Holds what a warranty says against what the house has today (R162). Pure. */
import { isAsPrinted, type WarrantyFacts } from 'services/contracts/warranty-text';
import type { WarrantyState } from './contract.ts';

const grams = (mg: number): string => `${(mg / 1000).toFixed(3)}g`;
type ComparedFacts = Pick<WarrantyFacts, 'barcode' | 'num' | 'goldMg' | 'grossMg' | 'fineness' | 'certificate' | 'day'>;
const TEXTS = [
  ['barcode', '条码'],
  ['fineness', '成色'],
  ['certificate', '证书号'],
  ['day', '日期'],
] as const;
const WEIGHTS = [
  ['goldMg', '金重'],
  ['grossMg', '总重'],
] as const;
/** What differs, as people read it. A shop may have another name today: that is no difference. */
export const differencesOf = (paper: ComparedFacts, house: ComparedFacts): WarrantyState['differs'] => [
  ...TEXTS.filter(([name]) => !isAsPrinted(paper[name], house[name])).map(([name, field]) => ({
    field,
    paper: paper[name],
    house: house[name],
  })),
  ...WEIGHTS.filter(([name]) => paper[name] !== house[name]).map(([name, field]) => ({
    field,
    paper: grams(paper[name]),
    house: grams(house[name]),
  })),
  ...(paper.num === house.num ? [] : [{ field: '数量', paper: `${paper.num}件`, house: `${house.num}件` }]),
];

type Fate = {
  readonly isAudited: boolean;
  readonly num: number;
  readonly returned: number;
  readonly isResold: boolean;
};
export const saleState = ({ isAudited, num, returned, isResold }: Fate): WarrantyState['state'] => {
  if (!isAudited) return 'pending';
  if (returned < num) return 'sold';
  return isResold ? 'resold' : 'returned';
};
