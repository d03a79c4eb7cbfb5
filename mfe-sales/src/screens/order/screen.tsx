/** 销售单 (S1§2.1). */
import { AUDIT_OPTIONS } from 'services/contracts/audit';
import { HOURS, saleList, type SaleRow } from 'projections/sales/contract';
import { CASE_FILE_CREATE_KEY, CASE_FILE_PATH } from 'services/log-seal/case-file/contract';
import { GoTo, can, newId, toast } from 'root-config/api';
import {
  DocumentStatus,
  columnsOf,
  documentActions,
  listScreen,
  money as moneyText,
  runCommand,
  shopToday,
  type BulkAction,
  type FormMode,
  type RowAction,
  type ScreenHandle,
} from 'root-config/ui';
import type { ComponentProps } from 'react';
import { askLabels } from '../../order/label-prompt.ts';
import { bulkPrintActions, printActions } from '../../print/papers.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { openParked } from './parking.tsx';
import { SummaryTags } from './summary-tags.tsx';

const { text, money, count, day, moment, status, picture, shop } = columnsOf(saleList);
const PRINT = 'biz:bizSell:offlinePrint';
const ONLINE_PRINT = 'biz:bizSell:print';
const DESIGN = 'biz:bizSell:printDesign';
const DESIGN_PAGE = '/new-page?design=1&kind=invoice';
const ONE_ROW = '请选择一条数据！';
const oneRow = (rows: readonly SaleRow[]): string | undefined => (rows.length === 1 ? undefined : ONE_ROW);

const dialog = (
  row: SaleRow | null,
  mode: FormMode,
  screen: ScreenHandle,
  begun: Pick<ComponentProps<typeof OrderDialog>, 'start' | 'taken'> = {},
) => (
  <OrderDialog
    key={row === null ? newId() : `${mode}:${row.id}`}
    {...(row === null ? {} : { id: row.id })}
    {...begun}
    mode={mode}
    asOf={screen.asOf}
    onSaved={screen.reload}
    onNext={(next) => screen.show(dialog(null, 'add', screen, { start: next }))}
    onClose={screen.close}
  />
);
const documents = documentActions<SaleRow>({
  path: saleList.path,
  keys: 'biz:bizSell',
  open: dialog,
  editBlocked: (row) =>
    row.sellAt === shopToday() || can('biz:date:edit') ? undefined : '只能编辑当天的销售单，请联系总经理',
});

const labelsAfter = (rows: readonly SaleRow[]): void =>
  void askLabels(rows.filter(({ changeFee }) => changeFee !== 0).map(({ id }) => id));
const actions = documents.actions.map((action): RowAction<SaleRow> => {
  if (action.label !== '审核' || !('run' in action)) return action;
  return {
    ...action,
    run: async (row, screen) => {
      const done = await action.run?.(row, screen);
      if (done === true) labelsAfter([row]);
      return done ?? false;
    },
  };
});
const bulk = documents.bulk.map((action): BulkAction<SaleRow> => {
  if (action.label !== '审核' || !('run' in action)) return action;
  return {
    ...action,
    run: async (rows, screen) => {
      const done = await action.run?.(rows, screen);
      if (done === true) labelsAfter(rows);
      return done ?? false;
    },
  };
});

/** Made beside other work; the page 卷宗 tells when it is there. */
const CASE_FILE: RowAction<SaleRow> = {
  label: '卷宗',
  allow: CASE_FILE_CREATE_KEY,
  run: ({ orderNo }) =>
    runCommand({ method: 'POST', path: CASE_FILE_PATH, body: { kind: 'bill', no: orderNo }, views: [CASE_FILE_PATH] }),
};

export default listScreen(saleList, {
  title: '销售单',
  permission: 'biz:bizSell:list',
  empty: '还没有销售单。点“新增销售单”，扫描首饰条码即可开单。',
  exportName: '销售单',
  filters: [
    {
      kind: 'remote',
      name: 'customerId',
      label: '客户',
      daily: true,
      source: {
        path: '/base-customer',
        search: 'nameOrMobile',
        pageSize: 20,
        label: (row) => [row['name'], row['mobile']].filter((part) => typeof part === 'string').join(' '),
      },
    },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'dates', label: '销售日期', range: 'today', daily: true },
    { kind: 'text', name: 'barcode', label: '条码', clearsDates: true },
    {
      kind: 'select',
      name: 'auditFlag',
      label: '审核状态',
      options: AUDIT_OPTIONS,
    },
    {
      kind: 'select',
      name: 'hour',
      label: '录入时段',
      options: HOURS.map((value) => ({ value, label: `${value} 时` })),
    },
  ],
  columns: [
    text('orderNo', '单据号'),
    picture('shownPictures', '图片'),
    status('auditFlag', '审核状态', { render: (row) => <DocumentStatus row={row} /> }),
    day('sellAt', '销售日期'),
    count('num', '件数'),
    money('amount', '首饰金额'),
    money('factFee', '实付金额'),
    text('customerName', '客户', { width: 110 }),
    text('seller', '销售员', { width: 88 }),
    shop('shopId', '分店', { nameField: 'shopName', width: 140 }),
    money('payableFee', '应付金额', { hidden: true }),
    money('giftFee', '赠品金额', { hidden: true }),
    money('oldFee', '旧料金额', { hidden: true }),
    money('changeFee', '退换金额', { hidden: true }),
    money('cleanFee', '维修清洗金额', { hidden: true }),
    money('costAmount', '成本', { allow: 'biz:cost:view', hidden: true }),
    count('points', '积分', { hidden: true }),
    text('approver', '授权人', { width: 90 }),
    text('auditor', '审核人', { width: 90 }),
    text('remark', '备注', { width: 160 }),
    text('createdBy', '制单人', { hidden: true }),
    moment('createdAt', '制单时间', { hidden: true }),
  ],
  toolbar: [
    { label: '新增销售单', primary: true, allow: 'biz:bizSell:add', open: (screen) => dialog(null, 'add', screen) },
    {
      label: '取单',
      allow: 'biz:bizSell:add',
      run: (screen) => openParked((taken) => screen.show(dialog(null, 'add', screen, { taken }))),
    },
    { label: '打印', allow: PRINT, reads: true, run: () => toast.warning(ONE_ROW) },
    { label: '在线打印', allow: ONLINE_PRINT, reads: true, run: () => toast.warning(ONE_ROW) },
    { label: '设计打印模板', wide: true, allow: DESIGN, reads: true, open: () => <GoTo to={DESIGN_PAGE} /> },
  ],
  actions: [...actions, ...printActions<SaleRow>('invoice'), CASE_FILE],
  bulk: [
    ...bulk,
    ...bulkPrintActions<SaleRow>('invoice', oneRow),
    {
      label: '设计打印模板',
      allow: DESIGN,
      reads: true,
      blocked: oneRow,
      open: ([row]) =>
        row === undefined ? null : (
          <GoTo to={`${DESIGN_PAGE}&printTemplate=${encodeURIComponent(row.printTemplate)}&id=${row.id}`} />
        ),
    },
  ],
  above: (_data, screen) => <SummaryTags screen={screen} />,
  card: (row) => ({
    title: row.customerName === '' ? row.orderNo : row.customerName,
    subtitle: <DocumentStatus row={row} />,
    picture: row.shownPictures,
    facts: [
      ['单据号', row.orderNo],
      ['日期', row.sellAt],
      ['分店', row.shopName],
      ['销售员', row.seller],
      ['件数', `${row.num} 件`],
      ['实付', moneyText(row.factFee)],
    ],
  }),
});
