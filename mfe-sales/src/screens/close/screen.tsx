/** 结账 (R141): up to which day the books of each shop are closed. */
import { closedDayList } from 'projections/master-data/contract';
import { columnsOf, listScreen } from 'root-config/ui';
import { CLOSE_KEYS, type ClosedDayRow } from 'services/close/contract';
import { CloseDialog } from './close-dialog.tsx';
import { ReopenDialog } from './reopen-dialog.tsx';

const { text, day, moment, number, shop } = columnsOf(closedDayList);
const isClosed = ({ closedUntil }: ClosedDayRow): boolean => closedUntil !== '';
const saidOf = ({ closedUntil }: ClosedDayRow): string => (closedUntil === '' ? '未结账' : closedUntil);

export default listScreen(closedDayList, {
  title: '结账',
  permission: [CLOSE_KEYS.list, CLOSE_KEYS.add, CLOSE_KEYS.reopen],
  latestDay: false,
  empty: '还没有结账。结账后，那一天及以前的单据不能再新增、修改、审核或删除。',
  exportName: '结账',
  filters: [{ kind: 'shop', name: 'shopId', label: '分店', daily: true }],
  columns: [
    shop('shopId', '分店', { nameField: 'shopName', width: 160 }),
    day('closedUntil', '已结账至', { width: 120, render: (row) => saidOf(row) }),
    text('closedBy', '结账人', { width: 110 }),
    moment('closedAt', '结账时间', { width: 160 }),
    number('pending', '当时未审核', { width: 110 }),
    text('remark', '备注', { width: 200 }),
    text('reason', '最近重开原因', { width: 240 }),
  ],
  toolbar: [
    {
      label: '结账',
      primary: true,
      allow: CLOSE_KEYS.add,
      open: (screen) => <CloseDialog onSaved={screen.reload} onClose={screen.close} />,
    },
  ],
  actions: [
    {
      label: '重开',
      main: true,
      danger: true,
      allow: CLOSE_KEYS.reopen,
      when: isClosed,
      open: (row, screen) => <ReopenDialog row={row} onSaved={screen.reload} onClose={screen.close} />,
    },
  ],
  card: (row) => ({
    title: row.shopName,
    subtitle: isClosed(row) ? `已结账至 ${row.closedUntil}` : '未结账',
    facts: [
      ['结账人', row.closedBy],
      ['当时未审核', row.pending === 0 ? '' : `${row.pending} 张`],
      ['备注', row.remark],
      ['最近重开原因', row.reason],
    ],
  }),
});
