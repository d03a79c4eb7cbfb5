/** What moved points and stored value, as a shop says it to its customer; the house's own words of documents stay in the house. */
const CORRECTED = '（反审核）';
const MERGING: Readonly<Record<string, string>> = {
  合并转入: '会员资料合并',
  合并转出: '会员资料合并',
  撤销合并转回: '会员资料合并撤销',
  撤销合并转出: '会员资料合并撤销',
  合并转出撤销: '会员资料合并撤销',
  撤销合并转出撤销: '会员资料合并',
};
/** In what is paid in at the counter, out what is given back there; the same of what was bought. */
const WORDS: Readonly<
  Record<string, Readonly<Record<'counter' | 'purchase', readonly [added: string, taken: string]>>>
> = {
  定金: { counter: ['交定金', '退定金'], purchase: ['货款退回定金', '定金抵货款'] },
  储值卡: { counter: ['储值卡充值', '储值卡退款'], purchase: ['货款退回储值卡', '储值卡付款'] },
};
type Movement = {
  readonly account: string;
  readonly kind: string;
  /** '' between two records of a person. */
  readonly documentKind: string;
  readonly amount: number;
};
export const balanceWords = ({ account, kind, documentKind, amount }: Movement): string => {
  const merged = MERGING[kind];
  if (merged !== undefined) return merged;
  const isCorrected = kind.endsWith(CORRECTED);
  const words = WORDS[account]?.[documentKind === 'deposit' ? 'counter' : 'purchase'];
  if (words === undefined) return account;
  // What is taken back went the other way before.
  const [added, taken] = words;
  return `${amount > 0 === isCorrected ? taken : added}${isCorrected ? '（更正）' : ''}`;
};
const POINTS: Readonly<Record<string, string>> = { 销售积分: '购物得积分', 手工调整: '门店调整', ...MERGING };
export const pointsWords = (kind: string): string => {
  const isCorrected = kind.endsWith(CORRECTED);
  const plain = kind.replace(CORRECTED, '');
  return `${POINTS[plain] ?? plain}${isCorrected ? '（更正）' : ''}`;
};
