/** 赠品入库 (S1§2.7). */
import { giftInList, type GiftInRow } from 'projections/gifts/contract';
import { can, newId } from 'root-config/api';
import {
  DocumentStatus,
  columnsOf,
  count as countText,
  documentActions,
  listScreen,
  money as moneyText,
  shopToday,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import { AUDIT_OPTIONS } from 'services/contracts/audit';
import { GiftInDialog } from './gift-in-dialog.tsx';

const KEYS = 'biz:bizGiftIn';
const { text, money, count, number, day, moment, status, shop } = columnsOf(giftInList);

const dialog = (row: GiftInRow | null, mode: FormMode, screen: ScreenHandle) => (
  <GiftInDialog
    key={row === null ? newId() : `${mode}:${row.id}`}
    row={row}
    mode={mode}
    asOf={screen.asOf}
    onSaved={screen.reload}
    onClose={screen.close}
  />
);
/** On another day only what was reversed may still be changed (R70), by whoever has these keys; the server knows which. */
const ofToday = (key: string, doing: string) => (row: GiftInRow) =>
  row.inGiftAt === shopToday() || can(key) ? undefined : `只能${doing}当天的赠品入库单`;
const { actions, bulk } = documentActions<GiftInRow>({
  path: giftInList.path,
  keys: KEYS,
  open: dialog,
  editBlocked: ofToday('biz:date:edit', '编辑'),
  removeBlocked: ofToday(`${KEYS}:unaudit`, '删除'),
});

export default listScreen(giftInList, {
  title: '赠品入库',
  permission: `${KEYS}:list`,
  empty: '还没有赠品入库。点“新增入库”，填写赠品和数量，审核后即可在销售单里送出。',
  exportName: '赠品入库',
  filters: [
    { kind: 'dates', label: '入库日期', daily: true },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'text', name: 'barcode', label: '条码', clearsDates: true, daily: true },
    { kind: 'select', name: 'auditFlag', label: '审核状态', options: AUDIT_OPTIONS },
  ],
  columns: [
    text('no', '单据号', { width: 100 }),
    shop('shopId', '分店', { nameField: 'shopName', width: 130 }),
    day('inGiftAt', '入库日期'),
    text('barcode', '条码', { width: 130 }),
    text('styleNo', '款号', { width: 76, hidden: true }),
    text('goodsName', '赠品名称', { width: 150 }),
    text('measure', '单位', { width: 60 }),
    text('spec', '规格', { width: 96, hidden: true }),
    count('num', '数量', { total: true }),
    money('cost', '成本', { allow: 'biz:cost:view' }),
    number('rebateInte', '扣减积分', { width: 84 }),
    money('price', '价格'),
    status('auditFlag', '审核', { render: (row) => <DocumentStatus row={row} /> }),
    money('amount', '成本金额', { allow: 'biz:cost:view', total: true, hidden: true }),
    text('remark', '备注', { hidden: true }),
    text('auditor', '审核人', { hidden: true }),
    text('createdBy', '制单人', { hidden: true }),
    moment('createdAt', '制单时间', { hidden: true }),
  ],
  sums: true,
  toolbar: [{ label: '新增入库', primary: true, allow: `${KEYS}:add`, open: (screen) => dialog(null, 'add', screen) }],
  actions,
  bulk,
  card: (row) => ({
    title: row.goodsName,
    subtitle: <DocumentStatus row={row} />,
    facts: [
      ['单据号', row.no],
      ['日期', row.inGiftAt],
      ['分店', row.shopName],
      ['条码', row.barcode],
      ['数量', `${countText(row.num)} ${row.measure === '' ? '件' : row.measure}`],
      ['价格', moneyText(row.price)],
    ],
  }),
});
