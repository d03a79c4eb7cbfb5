import { useState } from 'react';
import { z } from 'zod';
import {
  FormDialog,
  LineGrid,
  LineModel,
  ScanBox,
  columnsOf,
  documentActions,
  linesOf,
  listScreen,
  openPictures,
  type LineColumn,
  type Section,
} from 'root-config/ui';
import { goods, type Goods } from './server.ts';

const Row = z.object({
  id: z.int(),
  barcode: z.string(),
  pictures: z.array(z.string()),
  name: z.string(),
  type: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  num: z.int(),
  goldWeight: z.number(),
  stoneCt: z.number(),
  sellPrice: z.number(),
  auditFlag: z.int(),
  inStorageAt: z.string(),
  createdAt: z.string(),
});
const endpoint = { path: '/biz-goods-in' as string, row: Row, asOf: true };
const { text, picture, shop, dict, count, weight, carat, money, status, day, moment } = columnsOf(endpoint);
const columns = [
  text('barcode', '条码', { sort: true }),
  picture('pictures', '图片'),
  text('name', '名称', { width: 160 }),
  dict('type', '类别', 'goodsType', { filter: { param: 'typeArr', dict: 'goodsType' } }),
  shop('shopId', '分店', { nameField: 'shopName' }),
  count('num', '数量', { total: true }),
  weight('goldWeight', '金重', { total: true, sort: true }),
  carat('stoneCt', '主石重'),
  money('sellPrice', '售价', { total: true, sort: true }),
  status('auditFlag', '状态'),
  day('inStorageAt', '入库日期'),
  moment('createdAt', '录入时间'),
];
const filters = [
  { kind: 'dates', label: '入库日期', range: '7d' },
  { kind: 'shop', name: 'shopId', label: '分店', daily: true },
  { kind: 'text', name: 'barcode', label: '条码', daily: true, clearsDates: true },
  { kind: 'dict', name: 'type', label: '类别', dict: 'goodsType', daily: true },
  { kind: 'text', name: 'name', label: '名称' },
  { kind: 'dict', name: 'fineness', label: '成色', dict: 'goodsFineness' },
] as const;
const spec = {
  title: '首饰入库',
  permission: 'biz:bizGoodsIn:list',
  filters,
  columns,
  gallery: true,
  exportName: '首饰入库',
  empty: '今天还没有入库。扫码或新增一件',
};
export const List = listScreen(endpoint, {
  ...spec,
  toolbar: [
    { label: '新增入库', primary: true, open: ({ close }) => <GoodsDialog mode="add" onClose={close} /> },
    { label: 'Excel导入', run: () => undefined },
  ],
  ...documentActions<z.infer<typeof Row>>({
    path: endpoint.path,
    keys: 'x',
    open: (_row, mode, { close }) => <GoodsDialog mode={mode} onClose={close} />,
    editBlocked: ({ num }) => (num > 3 ? '已被 DB12 占用' : undefined),
  }),
});
export const Empty = listScreen({ ...endpoint, path: '/empty' }, spec);
export const Failed = listScreen({ ...endpoint, path: '/failed' }, spec);

type Line = {
  barcode: string;
  name: string;
  num: number;
  stock: number;
  price: number;
  weight: number;
  pictures: readonly string[];
  remark: string;
};
const lineOf = ({ barcode, name, num, sellPrice, goldWeight, pictures }: Goods): Line => ({
  barcode,
  name,
  num: 1,
  stock: num,
  price: sellPrice,
  weight: goldWeight,
  pictures,
  remark: '',
});
export const lineColumns: readonly LineColumn<Line>[] = [
  { field: 'barcode', title: '条码', kind: 'text', frozen: 'left' },
  { field: 'pictures', title: '图片', kind: 'picture' },
  { field: 'name', title: '名称', kind: 'text' },
  { field: 'stock', title: '库存', kind: 'count', tone: ({ stock, num }) => (stock < num ? 'danger' : 'success') },
  {
    field: 'num',
    title: '调入数量',
    kind: 'count',
    edit: 'number',
    sum: true,
    width: 96,
    change: (line, value) =>
      value === 0
        ? { line: { ...line, num: 1 }, message: '调入数量不能为0！' }
        : { line: { ...line, num: Number(value) } },
  },
  { field: 'price', title: '单价', kind: 'money', edit: 'number', sum: true },
  { field: 'weight', title: '金重', kind: 'weight', sum: true },
  { field: 'remark', title: '备注', kind: 'text', edit: 'text', width: 220 },
];
type Form = Goods & { customerId: number; customerName: string; list: Line[]; total: number; remark: string };
const sections: readonly Section<Form>[] = [
  {
    title: '基本信息',
    tab: '首饰信息',
    fields: [
      { kind: 'shop', name: 'shopId', label: '分店', required: '分店不能为空' },
      { kind: 'day', name: 'inStorageAt', label: '入库日期', required: true },
      { kind: 'dict', name: 'type', label: '首饰类别', dict: 'goodsType', required: '首饰类别不能为空' },
      { kind: 'text', name: 'name', label: '首饰名称', required: '首饰名称不能为空', span: 2 },
      {
        kind: 'remote',
        name: 'customerId',
        label: '客户',
        nameField: 'customerName',
        source: { path: '/base-customer', search: 'name' },
      },
      { kind: 'weight', name: 'goldWeight', label: '金重' },
      { kind: 'money', name: 'sellPrice', label: '售价' },
      {
        kind: 'computed',
        name: 'total',
        label: '总重',
        as: 'weight',
        formula: '总重 = 金重 + 0.2 × 主石重',
        inputs: ['goldWeight', 'stoneCt'],
        compute: ({ goldWeight = 0, stoneCt = 0 }) => goldWeight + 0.2 * stoneCt,
      },
      { kind: 'textarea', name: 'remark', label: '备注', span: 3 },
    ],
  },
  {
    title: '明细',
    tab: '首饰信息',
    lines: linesOf<Form>()<Line>({
      name: 'list',
      columns: lineColumns,
      keyOf: ({ barcode }) => barcode,
      height: 200,
      scan: { onScan: (code) => Promise.resolve({ ok: false, reason: `条码 ${code} 不存在` }) },
    }),
  },
  { tab: '图片', fields: [{ kind: 'pictures', name: 'pictures', label: '图片', span: 3 }] },
];
export const GoodsDialog = ({ mode, onClose }: { mode: 'add' | 'edit' | 'view'; onClose: () => void }) => (
  <FormDialog<Form>
    title={mode === 'view' ? '查看入库' : '首饰入库'}
    mode={mode}
    width={1000}
    path="/biz-goods-in"
    sections={sections}
    {...(mode === 'add' ? { initial: { inStorageAt: '2026-11-21' } } : { source: '/biz-goods-in/1001' })}
    read={(data) => ({
      ...(data as Goods),
      list: [goods(1), goods(2), goods(3)].map((each) => lineOf(each)),
      remark: '样例',
    })}
    buttons={[
      { name: 'save', label: '保存', variant: 'primary' },
      { name: 'print', label: '保存并打印' },
    ]}
    onClose={onClose}
  />
);

export const Lines = ({ rows }: { rows: number }) => {
  const [model] = useState(
    () =>
      new LineModel<Line>(
        ({ barcode }) => barcode,
        Array.from({ length: rows }, (_, index) => lineOf(goods(index))),
      ),
  );
  return (
    <div style={{ padding: 16 }}>
      <ScanBox
        onScan={(code) => {
          if (!/^\d+$/.test(code)) return Promise.resolve({ ok: false, reason: '条码不存在' });
          model.append([{ ...lineOf(goods(rows)), barcode: code }], true);
          return Promise.resolve({ ok: true });
        }}
      />
      <LineGrid
        label="明细"
        columns={lineColumns}
        model={model}
        height={480}
        newLine={() => ({ ...lineOf(goods(0)), barcode: '' })}
      />
      <button type="button" onClick={() => openPictures(goods(1).pictures)}>
        图片
      </button>
    </div>
  );
};
