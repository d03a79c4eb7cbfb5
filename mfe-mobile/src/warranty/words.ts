/** What the checker says, in a shop's words (R162). Pure. */
import type { WarrantyFacts } from 'services/contracts/warranty-text';

export type VerdictLine = { readonly tone: 'good' | 'bad' | 'warn' | 'wrong' | 'soft'; readonly text: string };
export type Rejection = 'cut' | 'altered' | 'unknown-key';
export const REFUSED: Readonly<Record<Rejection, readonly VerdictLine[]>> = {
  cut: [
    { tone: 'bad', text: '✗ 内容不完整' },
    { tone: 'soft', text: '二维码没有扫全，或粘贴的内容少了一段。请重新扫描整个二维码。' },
  ],
  altered: [
    { tone: 'bad', text: '✗ 验证不通过' },
    { tone: 'soft', text: '内容被改动过，或扫描出错。请重扫一次；仍不通过，请勿相信这张凭证。' },
  ],
  'unknown-key': [
    { tone: 'bad', text: '✗ 不是本店签发' },
    { tone: 'soft', text: '这张凭证不是由本店的密钥签发的，或验真文件比凭证旧。请到签发的门店核对。' },
  ],
};
export const PASSED: Readonly<Record<WarrantyFacts['kind'], readonly VerdictLine[]>> = {
  sale: [
    { tone: 'good', text: '✓ 验证通过' },
    { tone: 'soft', text: '质保单由本店签发，内容没有改动。' },
  ],
  piece: [
    { tone: 'good', text: '✓ 验证通过' },
    { tone: 'soft', text: '这是商品标签（未售出），由本店签发，内容没有改动；它不是购买凭证。' },
  ],
};
/** A paper proves itself, not that it belongs to this piece. */
export const COMPARE: VerdictLine = {
  tone: 'warn',
  text: '请核对图片、条码和重量与手中的首饰是否一致：二维码可能被换贴到别的首饰上。',
};

/** As GET /api/v1/warranty answers. */
export type HouseAnswer = {
  readonly signature: string;
  readonly state: string;
  readonly returned: number;
  readonly differs: readonly { readonly field: string; readonly paper: string; readonly house: string }[];
  readonly type: string;
  readonly style: string;
  readonly photo: string;
};
const STATES: Readonly<Record<string, VerdictLine>> = {
  sold: { tone: 'soft', text: '门店记录：这件首饰已售出，没有退回。' },
  pending: { tone: 'warn', text: '门店记录：这张单据还在待审核，尚未生效。' },
  returned: { tone: 'wrong', text: '门店记录：这件首饰已经退回门店，此质保单不再有效。' },
  resold: { tone: 'wrong', text: '门店记录：这件首饰退回后已再次售出，此质保单不再有效。' },
  withdrawn: { tone: 'wrong', text: '门店没有这张凭证的记录：单据已作废，或货品已更改。' },
  label: { tone: 'soft', text: '门店有这件货品的记录。' },
  none: { tone: 'wrong', text: '门店现在的密钥不认这张凭证。' },
};
export const AWAY: VerdictLine = {
  tone: 'warn',
  text: '暂时联系不上门店，只核对了签名；是否退回或再次售出请联网后再查。',
};
export const NO_HOUSE: VerdictLine = {
  tone: 'soft',
  text: '离线验证只看签名；是否退回或再次售出，请用手机扫码联网查询。',
};
/** What the house says, and in red what differs from the paper. */
export const houseWords = ({ state, returned, differs }: HouseAnswer): readonly VerdictLine[] => [
  STATES[state] ?? AWAY,
  ...(state === 'sold' && returned > 0
    ? [{ tone: 'wrong' as const, text: `门店记录：其中 ${returned} 件已退回。` }]
    : []),
  ...differs.map(({ field, paper, house }) => ({
    tone: 'wrong' as const,
    text: `${field}与门店记录不符：凭证上 ${paper || '无'}，门店记录 ${house || '无'}。`,
  })),
];
