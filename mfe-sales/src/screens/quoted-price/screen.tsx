/** 今日金价: the board, its dialog, and every version with who and when (S1§2.13). */
import { VERSION_STATES, quotedPrice, quotedPriceHistory, type VersionRow } from 'projections/quoted-prices/contract';
import { can, client, toast } from 'root-config/api';
import {
  StatusLabel,
  columnsOf,
  listScreen,
  moment as momentWords,
  money,
  type ScreenHandle,
  type Tone,
  closing,
} from 'root-config/ui';
import { BoardDialog } from './board-dialog.tsx';
import { BoardPanel } from './board-panel.tsx';
import { WallLinks } from './wall-links.tsx';

const KEY = 'base:baseQuotedPrice';
const TONES: Readonly<Record<(typeof VERSION_STATES)[number], Tone>> = {
  现行: 'success',
  待生效: 'attention',
  已过期: 'neutral',
  未生效即被替换: 'neutral',
};
const LABELS = Object.fromEntries(VERSION_STATES.map((state) => [state, { text: state, tone: TONES[state] }]));
const { text, moment, status } = columnsOf(quotedPriceHistory);

const priceWords = (price: number | null): string => (price === null ? '无' : money(price));
const changeWords = ({ changes, id }: VersionRow): string => {
  if (changes.length === 0) return id === 1 ? '首次报价' : '价格未变';
  return changes
    .map(({ name, goldContent, before, after }) => {
      const title = goldContent === '' ? name : `${name} ${goldContent}‰`;
      return before === null
        ? `${title} ${priceWords(after)}`
        : `${title} ${priceWords(before)} → ${priceWords(after)}`;
    })
    .join('；');
};

const dialog = (screen: ScreenHandle, exists: boolean, planned = false) => (
  <BoardDialog exists={exists} planned={planned} {...closing(screen)} />
);
/** Whether there is a board decides between a new record and an edited one, and which right it takes. */
const openBoard = async (screen: ScreenHandle): Promise<void> => {
  const found = (await client.get(quotedPrice.path)) as { readonly id: number; readonly next: unknown };
  const exists = found.id > 0 || found.next !== null;
  if (can(`${KEY}:${exists ? 'edit' : 'add'}`)) return screen.show(dialog(screen, exists));
  toast.warning(exists ? '已有报价，您没有修改报价的权限' : '还没有报价，您没有新增报价的权限');
};

export default listScreen(quotedPriceHistory, {
  title: '今日金价',
  permission: [`${KEY}:list`, `${KEY}:add`, `${KEY}:edit`],
  latestDay: false,
  empty: '还没有报价记录',
  filters: [{ kind: 'dates', label: '录入日期', daily: true, range: 'none', limited: false }],
  columns: [
    moment('at', '录入时间', { width: 150 }),
    text('by', '录入人', { width: 90 }),
    moment('validFrom', '生效时间', { width: 150 }),
    status('state', '状态', { width: 130, labels: LABELS }),
    text('changes', '价格变动', { width: 520, render: changeWords }),
    text('remark', '备注', { width: 200 }),
  ],
  toolbar: [
    { label: '修改报价', primary: true, allow: [`${KEY}:add`, `${KEY}:edit`], run: openBoard },
    { label: '打开金价展示', reads: true, run: () => void window.open('/report-price', '_blank', 'noopener') },
    { label: '展示网址', reads: true, open: (screen) => <WallLinks onClose={() => screen.close()} /> },
  ],
  above: (_data, screen) => <BoardPanel asOf={screen.asOf} onEdit={() => screen.show(dialog(screen, true, true))} />,
  card: (row) => ({
    title: `${momentWords(row.validFrom)} 起`,
    subtitle: <StatusLabel value={row.state} labels={LABELS} />,
    facts: [
      ['变动', changeWords(row)],
      ['录入', `${row.by} ${momentWords(row.at)}`],
      ...(row.remark === '' ? [] : [['备注', row.remark] as const]),
    ],
  }),
});
