/** The gift grid of an order: columns, scan (S1§2.8, §5). */
import { client } from 'root-config/api';
import { asBarcode } from 'services/contracts/barcode';
import { linesOf, type LineColumn, type LineModel, type ScanOutcome, type Section } from 'root-config/ui';
import { GiftMatch, giftLineOf, withGiftNum, withGiftPrice, withRedeem, type GiftLine } from '../../order/gift-line.ts';
import { NO_SHOP } from './goods-lines.tsx';
import type { OrderValues } from './order-values.ts';

const TWICE = '列表已存在此赠品，请不要重复输入！';
const COLUMNS: readonly LineColumn<GiftLine>[] = [
  { field: 'barcode', title: '条码', kind: 'text', width: 132, frozen: 'left' },
  { field: 'goodsName', title: '赠品名称', kind: 'text', width: 180 },
  { field: 'styleNo', title: '款号', kind: 'text', width: 96 },
  { field: 'spec', title: '规格', kind: 'text', width: 110 },
  { field: 'num', title: '数量', kind: 'count', width: 72, sum: true, edit: 'number', min: 1, change: withGiftNum },
  { field: 'price', title: '价格', kind: 'money', width: 110, edit: 'number', change: withGiftPrice },
  {
    field: 'redeem',
    title: '积分兑换',
    kind: 'text',
    width: 84,
    edit: 'select',
    options: [
      { value: '0', label: '否' },
      { value: '1', label: '是' },
    ],
    change: withRedeem,
    render: ({ redeem }) => (redeem === '1' ? '是' : '否'),
  },
  { field: 'rebateInte', title: '扣减积分', kind: 'count', width: 84, sum: true },
  { field: 'remark', title: '备注', kind: 'text', width: 160, edit: 'text', maxLength: 200 },
  { field: 'amount', title: '金额', kind: 'money', width: 116, sum: true, frozen: 'right' },
];
/** Nothing frozen on a phone, and first what is asked at the counter. */
const PHONE_FIRST = ['goodsName', 'num', 'amount'];
const rank = ({ field }: LineColumn<GiftLine>): number => {
  const index = PHONE_FIRST.indexOf(field);
  return index === -1 ? PHONE_FIRST.length : index;
};
const PHONE_COLUMNS = COLUMNS.map(({ frozen: _frozen, ...column }) => column).toSorted((a, b) => rank(a) - rank(b));

export const scanGift = async (
  code: string,
  shopId: number | undefined,
  lines: LineModel<GiftLine>,
): Promise<ScanOutcome> => {
  if (shopId === undefined) return { ok: false, reason: NO_SHOP };
  const barcode = asBarcode(code);
  if (lines.has(barcode)) {
    lines.flash(barcode);
    return { ok: false, reason: TWICE };
  }
  const found = GiftMatch.parse(await client.get('/biz-gift-in/barcode', { shopId, barcode }));
  if (found.num < 1) return { ok: false, reason: `赠品库存不足，可用数量为${Math.max(0, found.num)}` };
  lines.append([giftLineOf(found)], true);
  return { ok: true, key: found.barcode, text: `已录入 ${found.goodsName}` };
};

export const giftSection = (phone: boolean, height: number): Section<OrderValues> => ({
  lines: linesOf<OrderValues>()<GiftLine>({
    name: 'sellGiftList',
    columns: phone ? PHONE_COLUMNS : COLUMNS,
    keyOf: ({ barcode }) => barcode,
    height,
    scan: { label: '赠品条码', onScan: (code, form, lines) => scanGift(code, form.values.shopId, lines) },
  }),
});
