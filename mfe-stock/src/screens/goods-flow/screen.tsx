/** 首饰流水: one piece by its barcode, with its life beside the movements; or the movements of a shop (S0§2, wire). */
import { GoodsFlowRow, goodsFlowExplain, goodsFlowReport } from 'projections/goods-flow/contract';
import { useLocation, useNavigate, usePageState } from 'root-config/api';
import {
  Label,
  SegmentedControl,
  columnsOf,
  count,
  explainedBy,
  reportScreen,
  show,
  type Column,
  type ListSpec,
} from 'root-config/ui';
import { useEffect } from 'react';
import { z } from 'zod';
import { asBarcode } from 'services/contracts/barcode';
import { goodsColumns } from '../../goods/goods-columns.ts';
import { Guide } from './guide.tsx';
import { Life } from './life.tsx';

/** One event may move a piece out of one shop and into another: two rows of one event. */
const Row = GoodsFlowRow.transform((row) => ({ ...row, key: `${row.position}-${row.line}` }));
type Row = z.output<typeof Row>;
const report = { ...goodsFlowReport, row: Row } as const;
const { text, money, count: pieces, day, moment, weight } = columnsOf(report);

const signed = (num: number): string => (num > 0 ? `+${count(num)}` : count(num));
/** 0 alone would read as if nothing had moved. */
const movedWords = ({ num, inNum, outNum }: Readonly<Record<string, unknown>>): string =>
  `进 ${show('count', inNum)}，出 ${show('count', outNum)}，净 ${show('count', num)}`;
const SHOWN: readonly Column<Row>[] = [
  text('documentNo', '单据号', { width: 110 }),
  text('billType', '类型', {
    width: 130,
    render: ({ billType, num }) => <Label variant={num < 0 ? 'attention' : 'success'}>{billType}</Label>,
  }),
  day('turnoverAt', '业务日期'),
  text('barcode', '条码', { width: 136 }),
  text('name', '首饰名称', { width: 150 }),
  text('shopName', '分店', { width: 120 }),
  pieces('num', '数量', { total: true, totalText: movedWords, render: ({ num }) => signed(num) }),
  money('inPrice', '入库价', { allow: 'biz:cost:view' }),
  money('outPrice', '出库价'),
  weight('goldWeight', '金重'),
  weight('weight', '总重'),
  money('sellPrice', '标价'),
  text('by', '操作人', { width: 90 }),
  moment('at', '录入时间'),
];
const spec: Omit<ListSpec<Row>, 'title' | 'filters'> = {
  permission: 'report:reportGoodsFlow:list',
  rowKey: 'key',
  columns: [...SHOWN, ...goodsColumns<Row>(SHOWN.map(({ field }) => field))],
  latestDay: false,
  exportName: '首饰流水',
  explain: explainedBy(goodsFlowExplain.path, SHOWN),
  card: (row) => ({
    title: row.name ?? row.barcode,
    subtitle: <Label variant={row.num < 0 ? 'attention' : 'success'}>{row.billType}</Label>,
    facts: [
      ['单据号', row.documentNo],
      ['业务日期', row.turnoverAt],
      ['分店', row.shopName],
      ['数量', signed(row.num)],
      ['操作人', row.by],
    ],
  }),
};

const PieceFlow = reportScreen(report, {
  ...spec,
  title: '首饰流水',
  empty: '这件首饰还没有出入库记录；待审核的单据在上面的经历里。',
  filters: [
    {
      kind: 'text',
      name: 'barcode',
      label: '条码',
      daily: true,
      required: '请输入条码！',
      placeholder: '扫描或输入条码',
    },
    { kind: 'shop', name: 'shopId', label: '分店' },
  ],
  above: (_, { query, asOf }) =>
    typeof query['barcode'] === 'string' ? <Life barcode={asBarcode(query['barcode'])} asOf={asOf} /> : <Guide />,
});
const ShopFlow = reportScreen(report, {
  ...spec,
  title: '分店流水',
  empty: '这段时间没有出入库记录。',
  filters: [
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'dates', label: '业务日期', daily: true, required: '请选择日期' },
  ],
});

/** An address that names a piece shows it by itself; choosing 按分店和日期 leaves that address. */
const Flow = () => {
  const [byShop, setByShop] = usePageState('by-shop', false);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const led = new URLSearchParams(search).has('barcode');
  useEffect(() => {
    if (led) setByShop(false);
  }, [led, setByShop]);
  const shops = byShop && !led;
  const choose = (index: number): void => {
    if (led) void navigate(pathname, { replace: true });
    setByShop(index === 1);
  };
  return (
    <>
      <div className="flow-ways">
        <SegmentedControl aria-label="查询方式" size="small" onChange={choose}>
          <SegmentedControl.Button selected={!shops}>按条码</SegmentedControl.Button>
          <SegmentedControl.Button selected={shops}>按分店和日期</SegmentedControl.Button>
        </SegmentedControl>
      </div>
      {shops ? <ShopFlow /> : <PieceFlow />}
    </>
  );
};
export default Flow;
