/** A shop's stock at a moment for a case file: every piece with weights, price and last movement, and the report's totals. */
import type { PrintedField } from '../../contracts/manifest.ts';
import { goodsStream } from '../../goods/contract.ts';
import { isRow, LIFE, rowsIn, textOf, unlessRefused, type Ask, type Facts, type Row } from './facts.ts';
import type { Sum } from './signed-content.ts';
import { cellOf, tableOf } from './words.ts';

const REPORT = '/report-goods-turnover';
const PAGE = 2_500;
/** More is no sheet that anybody reads, and no archive that is sent by mail. */
export const MOST_PIECES = 50_000;
const COLUMNS: readonly PrintedField[] = [
  ['barcode', '条码'],
  ['name', '名称'],
  ['type', '类别'],
  ['style', '款式'],
  ['fineness', '成色'],
  ['num', '数量', 'count'],
  ['goldWeight', '金重', 'weight'],
  ['weight', '总重', 'weight'],
  ['stoneCt', '主石重', 'carat'],
  ['secondCt', '副石重', 'carat'],
  ['sellPrice', '标价', 'money'],
  ['piceCost', '成本', 'money'],
  ['lastMovedAt', '最近变动', 'moment'],
];
/** Of one piece each (R8). */
const FIGURES = [
  ['goldWeight', '金重', 'weight'],
  ['weight', '总重', 'weight'],
  ['stoneCt', '主石重', 'carat'],
  ['secondCt', '副石重', 'carat'],
  ['sellPrice', '标价', 'money'],
  ['piceCost', '成本', 'money'],
] as const satisfies readonly PrintedField[];
const sumsOf = (totals: Row): Sum[] => [
  { title: '数量', list: 'rows', field: 'num', total: 'totals.num' },
  ...FIGURES.filter(([field]) => totals[field] !== undefined).map(([field, title]) => ({
    title,
    list: 'rows',
    field,
    times: 'num',
    total: `totals.${field}`,
  })),
];

type Totals = { readonly count: number; readonly totals: Row };
export const totalsOf = async (ask: Ask, shopId: number): Promise<Totals> => {
  const answer = await ask(`${REPORT}/totals`, { query: { shopId } });
  if (!isRow(answer) || !isRow(answer['totals'])) throw new TypeError('no totals of the stock');
  return { count: Number(answer['count']), totals: answer['totals'] };
};
const withoutPictures = ({ photos: _photos, thumbs: _thumbs, ...row }: Row): Row => row;

type Shop = { readonly id: number; readonly name: string; readonly at: string };
/** Whoever does not have 首饰流水 has no events of pieces either: the first one's life tells. */
const livesOf = async (ask: Ask, barcodes: readonly string[]): Promise<readonly string[]> => {
  const [barcode] = barcodes;
  const life = barcode === undefined ? null : await unlessRefused(ask(LIFE, { query: { barcode } }));
  return isRow(life) ? barcodes.map(goodsStream) : [];
};
export const shopFacts = async (
  ask: Ask,
  shop: Shop,
  onStep: (done: number, total: number) => void,
): Promise<Facts> => {
  const { count, totals } = await totalsOf(ask, shop.id);
  const rows: Row[] = [];
  for (let pageIndex = 1; rows.length < count; pageIndex += 1) {
    const page = await ask(`${REPORT}/rows`, { query: { shopId: shop.id, pageIndex, pageSize: PAGE } });
    const list = isRow(page) ? rowsIn(page['list']) : [];
    if (list.length === 0) break;
    rows.push(...list.map(withoutPictures));
    onStep(rows.length, count);
  }
  const told = FIGURES.filter(([field]) => totals[field] !== undefined);
  return {
    title: `${shop.name} 库存 ${shop.at}`,
    shopId: shop.id,
    shopName: shop.name,
    tables: [
      {
        title: '合计',
        pairs: [
          ['条码', String(count)],
          ['数量', textOf(totals['num'])],
          ...told.map(([field, title, format]) => [title, cellOf(field, totals[field], format, false)] as const),
        ],
      },
      tableOf('库存首饰', COLUMNS, rows),
    ],
    data: { shop, totals, rows },
    sums: sumsOf(totals),
    streams: [],
    lives: await livesOf(ask, [...new Set(rows.map((row) => textOf(row['barcode'])))]),
    pictures: [],
  };
};
