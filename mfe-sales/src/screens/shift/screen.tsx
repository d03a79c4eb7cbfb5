/** 交班 (R80): every hand-over of a till, with what should have been there and what was counted. */
import { shiftList, type ShiftRow } from 'projections/shifts/contract';
import {
  closing,
  columnsOf,
  listScreen,
  money as moneyText,
  moment as momentText,
  usePhone,
  type ScreenHandle,
} from 'root-config/ui';
import { openMoney } from './money-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ShiftDialog } from './shift-dialog.tsx';
import { TillLine } from './till.tsx';
import { bulkPrintActions, printActions } from '../../print/papers.tsx';

const KEYS = 'biz:bizShift';
const { text, money, day, moment, shop } = columnsOf(shiftList);
const Opened = ({ row, screen }: { readonly row: ShiftRow | null; readonly screen: ScreenHandle }) => (
  <ShiftDialog row={row} phone={usePhone()} asOf={screen.asOf} onSaved={screen.reload} onClose={screen.close} />
);
const dialog = (row: ShiftRow | null, screen: ScreenHandle) => (
  <Opened key={row === null ? 'new' : row.id} row={row} screen={screen} />
);
const differenceText = (value: number): string =>
  value === 0 ? '相符' : `${value > 0 ? '多' : '少'} ${moneyText(Math.abs(value))}`;

const STATES = [
  { value: '1', label: '待确认' },
  { value: '2', label: '已确认' },
];
const confirmationText = ({
  differenceState: state,
  confirmedBy,
}: Pick<ShiftRow, 'differenceState' | 'confirmedBy'>): string => {
  if (state === '') return '';
  return state === '1' ? '待确认' : `${confirmedBy}已确认`;
};
const Confirmation = ({ row }: { readonly row: ShiftRow }) => (
  <span style={{ color: row.differenceState === '1' ? 'var(--fgColor-attention)' : undefined }}>
    {confirmationText(row)}
  </span>
);

export default listScreen(shiftList, {
  title: '交班',
  permission: [`${KEYS}:list`, `${KEYS}:add`],
  empty: '还没有交班。换班时点“交班”，点清现金和各种收款，接班人输入自己的密码签字。',
  exportName: '交班',
  filters: [
    { kind: 'dates', label: '日期', daily: true },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'text', name: 'till', label: '收银台', daily: true },
    { kind: 'select', name: 'differenceState', label: '差额确认', daily: true, options: STATES },
  ],
  above: () => <TillLine />,
  columns: [
    text('no', '单据号', { width: 100 }),
    moment('createdAt', '交班时间', { width: 150 }),
    shop('shopId', '分店', { nameField: 'shopName', width: 140 }),
    text('till', '收银台', { width: 110 }),
    money('expected', '应有合计', { total: true }),
    money('counted', '实点合计', { total: true }),
    money('difference', '差额', {
      total: true,
      render: ({ difference }) => (
        <span style={{ color: difference === 0 ? undefined : 'var(--fgColor-danger)' }}>
          {differenceText(difference)}
        </span>
      ),
    }),
    text('differenceState', '差额确认', { width: 110, render: (row) => <Confirmation row={row} /> }),
    text('handedBy', '交班人', { width: 90 }),
    text('takenBy', '接班人', { width: 90 }),
    text('sinceNo', '上一班', { width: 100, hidden: true }),
    day('shiftAt', '日期', { hidden: true }),
    text('remark', '备注', { width: 150 }),
  ],
  sums: true,
  toolbar: [{ label: '交班', primary: true, allow: `${KEYS}:add`, open: (screen) => dialog(null, screen) }],
  actions: [
    {
      label: '确认差额',
      allow: `${KEYS}:approve`,
      when: ({ differenceState }) => differenceState === '1',
      open: (row, screen) => <ConfirmDialog row={row} {...closing(screen)} />,
    },
    { label: '查看', reads: true, open: dialog },
    {
      label: '收付明细',
      reads: true,
      run: ({ id, shopId }) => openMoney({ shopId, shiftId: id }),
    },
    ...printActions('shift'),
  ],
  bulk: [...bulkPrintActions('shift')],
  card: (row) => ({
    title: `${row.shopName} ${row.till}`,
    subtitle: differenceText(row.difference),
    facts: [
      ['单据号', row.no],
      ['交班时间', momentText(row.createdAt)],
      ...(row.differenceState === '' ? [] : [['差额确认', confirmationText(row)] as const]),
      ['交班人', row.handedBy],
      ['接班人', row.takenBy],
      ['应有', moneyText(row.expected)],
      ['实点', moneyText(row.counted)],
    ],
  }),
});
