/** 退货质检 (R44, R71): what customers brought back to be inspected, the longest waiting first; a piece that is scanned opens. */
import { RETURN_STATES, ReturnInspectionRow, returnInspectionList } from 'projections/return-inspections/contract';
import { client } from 'root-config/api';
import {
  Label,
  ScanBox,
  askReason,
  columnsOf,
  listScreen,
  money as moneyText,
  runCommand,
  type ScanOutcome,
  type ScreenHandle,
} from 'root-config/ui';
import { asBarcode } from 'services/contracts/barcode';
import { pageOf } from 'services/contracts/envelope';
import { RETURN_RESULTS } from 'services/inspection/contract';
import { InspectDialog, MAY_INSPECT } from '../../inspect/inspect-dialog.tsx';
import { customerSource } from '../../recycle/customer-field.tsx';

const { text, money, weight, count, day, shop, picture } = columnsOf(returnInspectionList);

const dialog = (row: ReturnInspectionRow, screen: ScreenHandle) => (
  <InspectDialog key={row.id} row={row} asOf={screen.asOf} onSaved={screen.reload} onClose={screen.close} />
);
const Page = pageOf(ReturnInspectionRow);
/** Whatever the list shows at the moment, the piece in hand is found while it waits. */
const scanned = async (code: string, screen: ScreenHandle): Promise<ScanOutcome> => {
  const { list } = Page.parse(await client.get(returnInspectionList.path, { barcode: asBarcode(code) }));
  const [found] = list;
  if (found === undefined) return { ok: false, reason: '没有这件待检首饰' };
  screen.show(dialog(found, screen));
  return { ok: true, text: `已打开 ${found.name}` };
};
const takeBack = async ({ id, barcode, resultName }: ReturnInspectionRow): Promise<boolean> => {
  const reason = await askReason({
    title: '撤销质检',
    text: `${barcode} 已判定${resultName}，撤销后回到待检。`,
    label: '撤销原因',
    required: '请填写撤销原因',
  });
  if (reason === undefined) return false;
  const path = `/biz-sell-change/uninspect/${id}`;
  return runCommand({ method: 'PUT', path, body: { reason }, views: [returnInspectionList.path] });
};

const State = ({ row: { state, resultName, waitDays } }: { readonly row: ReturnInspectionRow }) => (
  <>
    <Label variant={state === '1' ? 'attention' : 'success'}>{state === '1' ? '待检' : resultName}</Label>
    {waitDays === 0 ? null : <span css={{ marginLeft: 6, color: 'var(--fgColor-muted)' }}>{waitDays}天</span>}
  </>
);

export default listScreen(returnInspectionList, {
  title: '退货质检',
  permission: MAY_INSPECT,
  empty: '没有待检的退货。销售单的退换货选“待检”，审核后会列在这里。',
  exportName: '退货质检',
  latestDay: false,
  filters: [
    { kind: 'select', name: 'state', label: '状态', daily: true, start: '1', options: RETURN_STATES },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'remote', name: 'customerId', label: '客户', daily: true, source: customerSource },
    // What still waits is listed however long it has been there.
    { kind: 'dates', label: '退货日期', range: 'none', daily: true, lifted: ({ state }) => state !== '2' },
    {
      kind: 'select',
      name: 'result',
      label: '质检结果',
      options: RETURN_RESULTS.map(({ value, label }) => ({ value, label })),
    },
    { kind: 'text', name: 'barcode', label: '条码', clearsDates: true },
    { kind: 'text', name: 'orderNo', label: '单据号', clearsDates: true },
  ],
  columns: [
    text('barcode', '条码', { width: 128 }),
    picture('thumb', '图片'),
    text('name', '首饰名称', { width: 120 }),
    text('stateName', '状态', {
      width: 128,
      render: (row) => <State row={row} />,
      whole: ({ stateName, waitDays }) => `${stateName} ${waitDays === 0 ? '' : `${waitDays}天`}`,
    }),
    day('returnAt', '退货日期'),
    text('orderNo', '单据号', { width: 92 }),
    text('customerName', '客户', { width: 90 }),
    text('remark', '退货备注', { width: 150 }),
    count('num', '数量'),
    weight('goldWeight', '金重'),
    money('factReturnAmount', '实退金额'),
    shop('shopId', '分店', { nameField: 'shopName', width: 120 }),
    text('note', '问题说明', { width: 140 }),
    text('inspector', '质检员', { width: 84 }),
    day('inspectAt', '质检日期'),
    text('inspectionNo', '质检单', { width: 96 }),
    text('takenNo', '转交单据', { width: 96 }),
    text('type', '类别', { width: 76, hidden: true }),
    text('style', '款式', { width: 84, hidden: true }),
    text('fineness', '成色', { width: 84, hidden: true }),
    text('returnedBy', '收货人', { width: 84, hidden: true }),
  ],
  above: (_data, screen) =>
    screen.asOf === undefined ? (
      // In a frame of its own: in a column the box would grow downwards.
      <div>
        <ScanBox label="扫首饰" placeholder="待检首饰的条码" onScan={(code) => scanned(code, screen)} />
      </div>
    ) : null,
  actions: [
    { label: '质检', main: true, allow: MAY_INSPECT, when: ({ state }) => state === '1', open: dialog },
    { label: '查看', reads: true, main: true, when: ({ state }) => state === '2', open: dialog },
    { label: '撤销质检', allow: MAY_INSPECT, danger: true, when: ({ state }) => state === '2', run: takeBack },
  ],
  card: (row) => ({
    title: `${row.name} ${row.barcode}`,
    subtitle: <State row={row} />,
    picture: row.thumb,
    facts: [
      ['退货', `${row.returnAt} ${row.orderNo}`],
      ['客户', row.customerName],
      ['退货备注', row.remark],
      ['实退', moneyText(row.factReturnAmount)],
      ['分店', row.shopName],
      ['问题说明', row.note],
    ],
  }),
});
