/** 礼品核销 (S1§2.11, R137): the code is scanned, which is the proof, and what it stands for is handed over, once. */
import { writeOffList } from 'projections/master-data/contract';
import { closing, columnsOf, listScreen, removing, runCommand, type FormMode, type ScreenHandle } from 'root-config/ui';
import { BY_SHOP, BY_SHOPPER, COLLECTED, WAITING, type WriteOffRow } from 'services/master-data/contract';
import { CollectDialog, giftOf } from './collect-dialog.tsx';
import { WriteOffDialog, allGiveaways } from './write-off-dialog.tsx';

const { text, count, moment, status } = columnsOf(writeOffList);
const STATES = [
  { value: WAITING, label: '未核销' },
  { value: COLLECTED, label: '已核销' },
];
const SOURCES = [
  { value: BY_SHOPPER, label: '顾客自领' },
  { value: BY_SHOP, label: '门店录入' },
];
const sourceOf = ({ source }: WriteOffRow): string => SOURCES.find(({ value }) => value === source)?.label ?? '';
const LABELS = {
  [WAITING]: { text: '未核销', tone: 'attention' },
  [COLLECTED]: { text: '已核销', tone: 'success' },
} as const;
const dialog = (row: WriteOffRow | null, mode: FormMode, screen: ScreenHandle) => (
  <WriteOffDialog row={row} mode={mode} {...closing(screen)} />
);
const remove = removing(writeOffList.path);
const waits = ({ status: state }: WriteOffRow): boolean => state === WAITING;
const collect = (row: WriteOffRow, screen: ScreenHandle) => (
  <CollectDialog row={row} scanned={wordOf(screen.query['writeOffCode'])} {...closing(screen)} />
);
const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const unlock = (row: WriteOffRow): Promise<unknown> =>
  runCommand({ method: 'PUT', path: `${writeOffList.path}/unlock/${row.id}`, body: {}, views: [writeOffList.path] });

export default listScreen(writeOffList, {
  title: '礼品核销',
  permission: 'mall:mallWriteOff:list',
  latestDay: false,
  exportName: '礼品核销',
  empty: '没有找到核销码。扫描顾客出示的条码，或输入核销码、手机号查询。',
  filters: [
    { kind: 'text', name: 'writeOffCode', label: '核销码', placeholder: '扫描或输入', scanned: true, daily: true },
    { kind: 'text', name: 'mobile', label: '联系电话', daily: true },
    { kind: 'select', name: 'status', label: '状态', options: STATES, daily: true },
    { kind: 'remote', name: 'billId', label: '礼品', source: allGiveaways },
    { kind: 'select', name: 'source', label: '领取方式', options: SOURCES },
  ],
  columns: [
    text('writeOffCode', '核销码', { width: 170 }),
    status('status', '状态', { width: 90, labels: LABELS }),
    text('title', '礼品', { width: 220, render: ({ title }) => title || '手工登记' }),
    text('source', '领取方式', { width: 100, render: sourceOf }),
    text('name', '客户名', { width: 110 }),
    text('mobile', '联系电话', { width: 150 }),
    count('limitNum', '数量', { width: 70 }),
    moment('usedAt', '核销时间', { width: 150 }),
    text('usedBy', '核销人', { width: 90 }),
    text('usedShopName', '核销分店', { width: 110 }),
    text('remark', '备注', { width: 200 }),
    moment('createdAt', '创建时间', { width: 150 }),
  ],
  toolbar: [
    {
      label: '新增核销码',
      primary: true,
      allow: 'mall:mallWriteOff:add',
      open: (screen) => dialog(null, 'add', screen),
    },
  ],
  actions: [
    {
      label: '核销',
      main: true,
      allow: 'mall:mallWriteOff:edit',
      when: waits,
      blocked: ({ locked }) => (locked ? '核销码已输错5次，今天不能再核销' : undefined),
      open: collect,
    },
    { label: '解锁', allow: 'mall:mallWriteOff:change', when: (row) => waits(row) && row.locked, run: unlock },
    { label: '编辑', allow: 'mall:mallWriteOff:edit', when: waits, open: (row, screen) => dialog(row, 'edit', screen) },
    { label: '删除', danger: true, allow: 'mall:mallWriteOff:remove', when: waits, run: (row) => remove([row]) },
  ],
  card: (row) => ({
    title: `${row.name} ${row.mobile}`.trim(),
    subtitle: waits(row) ? '核销码领取时出示' : row.writeOffCode,
    facts: [
      ['礼品', giftOf(row)],
      ['领取方式', sourceOf(row)],
      ['状态', waits(row) ? '未核销' : '已核销'],
      ['核销人', row.usedBy],
      ['备注', row.remark],
    ],
  }),
});
