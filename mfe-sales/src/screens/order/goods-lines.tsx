/** The jewellery grid of an order: columns, scan, keys (S1§2.2, §5). */
import { mostOf } from 'services/contracts/values';
import { PriceAnswer, PRICE_LOOKUP_PATH } from 'projections/quoted-prices/contract';
import { client } from 'root-config/api';
import { money, showIn, type LineColumn, type LineModel, type ScanOutcome } from 'root-config/ui';
import { asBarcode } from 'services/contracts/barcode';
import {
  PieceMatch,
  lineOf,
  withCutDown,
  withDealPrice,
  withFigure,
  withGoldPrice,
  withNum,
  type OrderLine,
} from '../../order/line.ts';
import { partsOfPrice } from '../../order/price-breakdown.ts';

const fee = (field: 'workFee' | 'fineWorkFee' | 'piceWorkFee', title: string): LineColumn<OrderLine> => ({
  field,
  title,
  kind: 'money',
  width: 108,
  edit: 'number',
  change: (line, value) => withFigure(line, field, value),
  render: (line) => (line[field] === 0 ? muted('—') : money(line[field])),
});

const muted = (text: string) => <span css={{ color: 'var(--fgColor-muted)' }}>{text}</span>;

/** Beside another price than the board's, the board's. */
const goldPrice = ({ todayGoldCost, originalTodayGoldCost: quoted }: OrderLine) => {
  if (todayGoldCost === 0) return muted('一口价');
  const isOther = quoted > 0 && quoted !== todayGoldCost;
  return (
    <span {...(isOther && { title: `挂牌价 ${money(quoted)}` })}>
      {isOther ? `${money(todayGoldCost)} *` : money(todayGoldCost)}
    </span>
  );
};

const twoLines = {
  display: 'block',
  paddingTop: 1,
  lineHeight: '16px',
  '& small': { display: 'block', fontSize: 11, lineHeight: '13px', color: 'var(--fgColor-muted)' },
} as const;
/** What the customer pays for the line, and below it what makes it more than 折后金额: the columns of fees may lie aside. */
const soldFor = (line: OrderLine) => {
  const { factSellFee } = line;
  const parts = partsOfPrice(line);
  if (parts === null) return money(factSellFee);
  return (
    <span css={twoLines} title={parts.whole}>
      {money(factSellFee)}
      <small>{parts.short}</small>
    </span>
  );
};

type Columns = readonly LineColumn<OrderLine>[];
const withWidths = (columns: Columns, widths: Partial<Record<keyof OrderLine, number>>): Columns =>
  columns.map((column) => {
    const width = widths[column.field];
    return width === undefined ? column : { ...column, width };
  });

export const GOODS_COLUMNS: readonly LineColumn<OrderLine>[] = [
  { field: 'thumb', title: '图片', kind: 'picture', width: 52, frozen: 'left' },
  { field: 'barcode', title: '条码', kind: 'text', width: 132, frozen: 'left' },
  { field: 'name', title: '首饰名称', kind: 'text', width: 168 },
  {
    field: 'num',
    title: '数量',
    kind: 'count',
    width: 64,
    sum: true,
    edit: 'number',
    editable: ({ piece }) => piece.free !== 1,
    change: withNum,
  },
  { field: 'goldWeight', title: '金重', kind: 'weight', width: 92, sum: true },
  {
    field: 'todayGoldCost',
    title: '今日金价',
    kind: 'money',
    width: 120,
    edit: 'number',
    change: withGoldPrice,
    render: goldPrice,
  },
  {
    field: 'cutDown',
    title: '截金',
    kind: 'weight',
    width: 84,
    edit: 'number',
    min: -9999,
    max: 9999,
    change: withCutDown,
    render: (line) => (line.cutDown === 0 ? muted('—') : showIn('cutDown', 'weight', line, line.cutDown)),
  },
  { field: 'sellGoldWeight', title: '销售金重', kind: 'weight', width: 96, sum: true },
  { field: 'sellPrice', title: '销售价', kind: 'money', width: 112, sum: true },
  {
    field: 'rebate',
    title: '折扣',
    kind: 'percent',
    width: 74,
    edit: 'number',
    max: mostOf('rebate'),
    change: (line, value) => withFigure(line, 'rebate', value),
  },
  { field: 'rebateFee', title: '折后金额', kind: 'money', width: 112, sum: true },
  fee('workFee', '克工费'),
  fee('fineWorkFee', '精工费'),
  fee('piceWorkFee', '件工费'),
  {
    field: 'dealPrice',
    title: '成交价',
    kind: 'money',
    width: 108,
    edit: 'number',
    min: 0,
    max: mostOf('lineMoney'),
    change: withDealPrice,
    render: ({ dealPrice }) => (dealPrice === undefined ? muted('—') : money(dealPrice)),
  },
  { field: 'remark', title: '备注', kind: 'text', width: 140, edit: 'text', maxLength: 200 },
  { field: 'factSellFee', title: '实售金额', kind: 'money', width: 116, sum: true, frozen: 'right', render: soldFor },
];

/** A document that is read has no column to remove lines by: narrower, its fees come into sight beside each other. */
const VIEW_WIDTHS: Partial<Record<keyof OrderLine, number>> = { barcode: 120, name: 150, goldWeight: 84 };
export const VIEW_COLUMNS: readonly LineColumn<OrderLine>[] = withWidths(GOODS_COLUMNS, VIEW_WIDTHS);

/** Nothing frozen on a phone, and first what the customer asks: which piece, how much. */
const PHONE_FIRST = ['name', 'factSellFee', 'rebate', 'todayGoldCost', 'num'];
const PHONE_WIDTHS: Partial<Record<keyof OrderLine, number>> = { name: 132, factSellFee: 106 };
const place = ({ field }: LineColumn<OrderLine>): number => {
  const index = PHONE_FIRST.indexOf(field);
  return index === -1 ? PHONE_FIRST.length : index;
};
export const PHONE_COLUMNS: readonly LineColumn<OrderLine>[] = withWidths(
  GOODS_COLUMNS.map(({ frozen: _frozen, ...column }) => column),
  PHONE_WIDTHS,
).toSorted((a, b) => place(a) - place(b));

export const NO_SHOP = '请先选择分店名称！';
export const TWICE = '列表已存在此首饰，请不要重复输入！';

const FIXED_PRICE = '1';
/** The board's price for the gold of a piece, of the order's day. */
const quotedFor = async ({ priceMode, fineness, goldContent }: PieceMatch, sellAt: string | undefined) =>
  priceMode === FIXED_PRICE
    ? undefined
    : PriceAnswer.parse(await client.get(PRICE_LOOKUP_PATH, { name: fineness, goldContent, sellAt }));

type OrderHead = { readonly shopId?: number | undefined; readonly sellAt?: string | undefined };
/** Looks a scanned code up in the shop and appends its line, or says why not. */
export const scanPiece = async (
  code: string,
  { shopId, sellAt }: OrderHead,
  lines: LineModel<OrderLine>,
): Promise<ScanOutcome> => {
  if (shopId === undefined) return { ok: false, reason: NO_SHOP };
  const barcode = asBarcode(code);
  const twice = (key: string): ScanOutcome => {
    lines.flash(key);
    return { ok: false, reason: TWICE };
  };
  if (lines.has(barcode)) return twice(barcode);
  const found = PieceMatch.parse(await client.get('/biz-goods-in/lookup', { shopId, barcode }));
  if (lines.has(found.barcode)) return twice(found.barcode);
  lines.append([lineOf(found, await quotedFor(found, sellAt))], true);
  return { ok: true, key: found.barcode, text: `已录入 ${found.name}` };
};
