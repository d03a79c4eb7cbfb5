/** 维修取件 (R49, R90): what lies in the shop for customers, the longest overdue first; a receipt that is scanned opens. */
import { REPAIR_STATES, WAITING, repairList, type RepairRow } from 'projections/repairs/contract';
import { client } from 'root-config/api';
import {
  Label,
  ScanBox,
  columnsOf,
  listScreen,
  money as moneyText,
  type FilterValues,
  type RowAction,
  type ScanOutcome,
  type ScreenHandle,
} from 'root-config/ui';
import { z } from 'zod';
import { REPAIR_WORDS, repairRank, repairStepOf, type REPAIR_DONE } from 'services/sale/contract';
import { customerSource } from '../../recycle/customer-field.tsx';
import { bulkPrintActions, printActions } from '../../print/papers.tsx';
import { RepairDialog } from '../../repair/repair-dialog.tsx';

const EDIT = 'biz:bizSellClean:edit';
const { text, money, weight, carat, count, day, shop } = columnsOf(repairList);

const dialog = (id: number, screen: ScreenHandle, step?: (typeof REPAIR_DONE)[number]) => (
  <RepairDialog
    key={`${id}/${step ?? ''}`}
    id={id}
    step={step}
    asOf={screen.asOf}
    onSaved={screen.reload}
    onClose={screen.close}
  />
);
const stepTo = (label: string, step: (typeof REPAIR_DONE)[number]): RowAction<RepairRow> => ({
  label,
  allow: EDIT,
  when: ({ state }) => repairRank(repairStepOf(state)) < repairRank(repairStepOf(step)),
  open: ({ id }, screen) => dialog(id, screen, step),
});

/** As the server has it: what lies in the shop is listed whole. */
const isWaiting = ({ state, overdue }: FilterValues): boolean =>
  overdue !== undefined || (state !== undefined && state !== REPAIR_WORDS.fetched);

const Found = z.object({ list: z.array(z.object({ id: z.int(), no: z.string() })) });
/** Whatever the list shows at the moment, the receipt in hand is found. */
const scanned = async (code: string, screen: ScreenHandle): Promise<ScanOutcome> => {
  const { list } = Found.parse(await client.get(repairList.path, { barcode: code }));
  const [found] = list;
  if (found === undefined) return { ok: false, reason: '没有这张维修单' };
  screen.show(dialog(found.id, screen));
  return { ok: true, text: `已打开 ${found.no}` };
};

const Progress = ({ row: { state, overdueDays } }: { readonly row: RepairRow }) => (
  <>
    <Label variant={state === '已取件' ? 'success' : state === '已修好' ? 'accent' : 'secondary'}>{state}</Label>
    {overdueDays === 0 ? null : <Label variant="danger"> 逾期{overdueDays}天</Label>}
  </>
);

export default listScreen(repairList, {
  title: '维修取件',
  permission: 'biz:bizSellClean:list',
  empty: '没有待取的维修件。在销售单的“维修清洗”里收件，保存后会列在这里。',
  exportName: '维修取件',
  latestDay: false,
  filters: [
    {
      kind: 'select',
      name: 'state',
      label: '进度',
      daily: true,
      start: WAITING,
      options: REPAIR_STATES.map((value) => ({ value, label: value })),
    },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'remote', name: 'customerId', label: '客户', daily: true, source: customerSource },
    { kind: 'select', name: 'overdue', label: '逾期', daily: true, options: [{ value: '1', label: '已逾期' }] },
    { kind: 'dates', label: '收件日期', range: 'none', lifted: isWaiting },
    { kind: 'dict', name: 'type', label: '类别', dict: 'goodsType' },
    { kind: 'dict', name: 'style', label: '款式', dict: 'goodsStyle' },
    { kind: 'text', name: 'barcode', label: '维修单号', clearsDates: true, clears: ['state', 'overdue'] },
  ],
  columns: [
    text('no', '维修单号', { width: 128 }),
    text('state', '进度', {
      width: 150,
      render: (row) => <Progress row={row} />,
      whole: ({ state, overdueDays }) => `${state} ${overdueDays === 0 ? '' : `逾期${overdueDays}天`}`,
    }),
    day('promiseAt', '约定取件', { sort: true }),
    text('customerName', '客户', { width: 84 }),
    text('customerMobile', '电话', { width: 150 }),
    text('type', '类别', { width: 76, filter: { param: 'typeArr', dict: 'goodsType' } }),
    text('style', '款式', { width: 84, filter: { param: 'styleArr', dict: 'goodsStyle' } }),
    text('remark', '维修要求', { width: 150 }),
    money('price', '费用'),
    day('sellAt', '收件日期', { sort: true, hidden: true }),
    shop('shopId', '分店', { nameField: 'shopName', width: 120 }),
    text('orderNo', '单据号', { width: 92 }),
    day('stateAt', '进度日期'),
    text('stateBy', '经办人', { width: 84 }),
    text('fineness', '成色', { width: 84 }),
    weight('weight', '重量'),
    text('stone', '主石', { hidden: true }),
    carat('stoneCt', '主石重', { hidden: true }),
    count('stoneP', '主石粒数', { hidden: true }),
    text('second', '副石', { hidden: true }),
    carat('secondCt', '副石重', { hidden: true }),
    count('secondP', '副石粒数', { hidden: true }),
  ],
  above: (_data, screen) =>
    screen.asOf === undefined ? (
      // In a frame of its own: in a column the box would grow downwards.
      <div>
        <ScanBox label="扫维修单" placeholder="WX 开头的收件单条码" onScan={(code) => scanned(code, screen)} />
      </div>
    ) : null,
  actions: [
    stepTo('取件', '已取件'),
    stepTo('送修', '已送修'),
    stepTo('修好', '已修好'),
    { label: '详情', reads: true, main: true, open: ({ id }, screen) => dialog(id, screen) },
    ...printActions<RepairRow>('clean'),
  ],
  bulk: bulkPrintActions('clean'),
  card: (row) => ({
    title: `${row.customerName} ${row.type} ${row.style}`,
    subtitle: <Progress row={row} />,
    facts: [
      ['维修单号', row.no],
      ['约定取件', row.promiseAt],
      ['电话', row.customerMobile],
      ['维修要求', row.remark],
      ['费用', moneyText(row.price)],
      ['分店', row.shopName],
    ],
  }),
});
