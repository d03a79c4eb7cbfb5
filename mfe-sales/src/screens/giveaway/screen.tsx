/** 礼品活动 (S1§2.6): what is offered to shoppers, and how much of it is left. */
import { giveawayList } from 'projections/master-data/contract';
import {
  STATUS_OPTIONS,
  closing,
  columnsOf,
  listScreen,
  removing,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import type { GiveawayRow } from 'services/master-data/contract';
import { GiveawayDialog } from './giveaway-dialog.tsx';

const { text, count, moment, dict } = columnsOf(giveawayList);
const dialog = (row: GiveawayRow | null, mode: FormMode, screen: ScreenHandle) => (
  <GiveawayDialog row={row} mode={mode} {...closing(screen)} />
);
const remove = removing(giveawayList.path);

export default listScreen(giveawayList, {
  title: '礼品活动',
  permission: 'mall:mallGiveaway:list',
  latestDay: false,
  exportName: '礼品活动',
  empty: '还没有礼品活动。新增一个礼品，顾客就能领取。',
  filters: [
    { kind: 'text', name: 'title', label: '标题', daily: true },
    { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, daily: true },
  ],
  columns: [
    text('title', '标题', { width: 260 }),
    count('total', '库存数量', { width: 100 }),
    count('limitNum', '每人限领', { width: 100 }),
    count('claimed', '已领取', { width: 90 }),
    count('collected', '已核销', { width: 90 }),
    text('remark', '备注', { width: 240 }),
    dict('status', '状态', 'sys_normal_disable', { width: 90 }),
    moment('createdAt', '创建时间', { width: 150 }),
  ],
  toolbar: [
    { label: '新增礼品', primary: true, allow: 'mall:mallGiveaway:add', open: (screen) => dialog(null, 'add', screen) },
  ],
  actions: [
    { label: '查看', reads: true, open: (row, screen) => dialog(row, 'view', screen) },
    { label: '编辑', main: true, allow: 'mall:mallGiveaway:edit', open: (row, screen) => dialog(row, 'edit', screen) },
    {
      label: '删除',
      danger: true,
      allow: 'mall:mallGiveaway:remove',
      blocked: ({ claimed }) => (claimed > 0 ? '已有人领取，不能删除，可以改为停用' : undefined),
      run: (row) => remove([row]),
    },
  ],
  bulk: [{ label: '删除', danger: true, allow: 'mall:mallGiveaway:remove', run: remove }],
  card: (row) => ({
    title: row.title,
    subtitle: row.remark,
    facts: [
      ['库存数量', `${row.total} 份`],
      ['每人限领', `${row.limitNum} 份`],
      ['已领取', `${row.claimed} 份，已核销 ${row.collected} 份`],
      ['状态', row.status === '2' ? '正常' : '停用'],
    ],
  }),
});
