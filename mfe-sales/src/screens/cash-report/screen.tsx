/** 大额现金 (R83): what persons paid or were paid in cash from the limit on, and who they are. */
import { cashReportList, type CashReportRow } from 'projections/cash-reports/contract';
import { columnsOf, listScreen, money as moneyText, type FormMode, type ScreenHandle } from 'root-config/ui';
import { CASH_BASES, CASH_DIRECTIONS, CASH_STATES } from 'services/cash-report/contract';
import { CashReportDialog } from '../../cash-report/cash-report-dialog.tsx';
import { printCashReports } from '../../cash-report/print-reports.ts';
import { customerSource } from '../../recycle/customer-field.tsx';

const KEYS = 'biz:bizCashReport';
const { text, money, day, moment, status, shop } = columnsOf(cashReportList);
const STATES = {
  1: { text: '待登记', tone: 'attention' },
  2: { text: '已登记', tone: 'success' },
  3: { text: '已低于限额', tone: 'neutral' },
} as const;
const DIRECTIONS = {
  1: { text: '收现金', tone: 'accent' },
  2: { text: '付现金', tone: 'done' },
} as const;

const dialog = (row: CashReportRow, mode: FormMode, screen: ScreenHandle) => (
  <CashReportDialog key={`${mode}:${row.id}`} id={row.id} mode={mode} onSaved={screen.reload} onClose={screen.close} />
);
const isFilled = ({ filledAt }: CashReportRow): boolean => filledAt !== '';
const print = (rows: readonly CashReportRow[]): Promise<unknown> => printCashReports(rows.map(({ id }) => id));
const whose = ({ customerName, documentNo }: CashReportRow): string =>
  documentNo === '' ? customerName : `${customerName} ${documentNo}`;
const wordOf = (options: readonly { readonly value: string; readonly label: string }[], value: string): string =>
  options.find((one) => one.value === value)?.label ?? '';

export default listScreen(cashReportList, {
  title: '大额现金',
  permission: [`${KEYS}:list`, `${KEYS}:edit`],
  latestDay: false,
  empty: '没有大额现金。一位客户一天的现金收款或付款达到限额时，会自动列在这里，五个工作日内登记。',
  exportName: '大额现金登记表',
  filters: [
    { kind: 'dates', label: '交易日期', daily: true, range: 'none' },
    { kind: 'select', name: 'state', label: '状态', daily: true, options: [...CASH_STATES] },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'remote', name: 'customerId', label: '客户', source: customerSource },
    { kind: 'text', name: 'name', label: '姓名' },
    { kind: 'select', name: 'direction', label: '收付', options: [...CASH_DIRECTIONS] },
    { kind: 'select', name: 'overdue', label: '逾期', options: [{ value: '1', label: '只看逾期' }] },
  ],
  columns: [
    day('day', '交易日期'),
    status('state', '状态', {
      width: 104,
      labels: STATES,
    }),
    text('customerName', '客户', { width: 140, render: (row) => whose(row) }),
    status('direction', '收付', { width: 84, labels: DIRECTIONS }),
    money('amount', '现金金额', { width: 116 }),
    day('dueOn', '应报日期', {
      width: 132,
      render: ({ dueOn, overdue }) =>
        overdue ? <span style={{ color: 'var(--fgColor-danger)' }}>{dueOn} 逾期</span> : dueOn,
    }),
    text('name', '姓名', { width: 90 }),
    text('idType', '证件种类', { width: 110 }),
    text('idNo', '证件号码', { width: 170 }),
    text('purpose', '款项用途', { width: 140 }),
    text('checkedBy', '核对人', { width: 80 }),
    shop('shopId', '分店', { nameField: 'shopName', width: 120 }),
    text('basis', '统计口径', { hidden: true, render: ({ basis }) => wordOf(CASH_BASES, basis) }),
    text('contact', '联系方式', { hidden: true }),
    text('idExpiry', '证件有效期', { hidden: true }),
    money('limit', '限额', { hidden: true }),
    text('filledBy', '登记人', { hidden: true }),
    moment('filledAt', '登记时间', { hidden: true }),
  ],
  toolbar: [],
  actions: [
    {
      label: '登记',
      main: true,
      allow: `${KEYS}:edit`,
      when: (row) => !isFilled(row),
      open: (row, screen) => dialog(row, 'edit', screen),
    },
    { label: '修改', allow: `${KEYS}:edit`, when: isFilled, open: (row, screen) => dialog(row, 'edit', screen) },
    { label: '查看', reads: true, open: (row, screen) => dialog(row, 'view', screen) },
    { label: '打印', reads: true, run: (row) => print([row]) },
  ],
  bulk: [{ label: '打印', reads: true, run: print }],
  card: (row) => ({
    title: whose(row),
    subtitle: row.overdue ? '已逾期' : STATES[row.state as unknown as keyof typeof STATES].text,
    facts: [
      ['交易日期', row.day],
      [wordOf(CASH_DIRECTIONS, row.direction), moneyText(row.amount)],
      ['应报日期', row.dueOn],
      ['姓名', row.name],
      ['证件号码', row.idNo],
      ['分店', row.shopName],
    ],
  }),
});
