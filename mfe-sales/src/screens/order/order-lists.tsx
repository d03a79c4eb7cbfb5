/** What stands below the tabs of an order: its lists of lines and its pictures. */
import { linesOf, type FormMode, type Section } from 'root-config/ui';
import type { WorkFeeRule } from 'services/old-material/contract';
import type { OrderLine } from '../../order/line.ts';
import { recycleColumns } from '../../recycle/columns.ts';
import { blankLine, lacksKind, type RecycleLine } from '../../recycle/line.ts';
import { changeSection } from './change-section.tsx';
import { cleanSection } from './clean-lines.tsx';
import { giftSection } from './gift-lines.tsx';
import { GOODS_COLUMNS, PHONE_COLUMNS, VIEW_COLUMNS } from './goods-lines.tsx';
import { scanAtTill } from './till-scan.tsx';
import { CHANGE, CLEAN, GIFTS, GOODS, OLD, PICTURES, type OrderTab } from './order-tabs.tsx';
import type { OrderValues } from './order-values.ts';

const GRID_HEIGHT = 236;
/** On phones, and where nothing is added. */
const LOW_GRID = 170;

const linesSection = (phone: boolean, mode: FormMode): Section<OrderValues> => ({
  lines: linesOf<OrderValues>()<OrderLine>({
    name: 'sellGoodsList',
    columns: phone ? PHONE_COLUMNS : mode === 'view' ? VIEW_COLUMNS : GOODS_COLUMNS,
    keyOf: ({ barcode }) => barcode,
    height: phone || mode === 'view' ? LOW_GRID : GRID_HEIGHT,
    scan: {
      label: '条码',
      onScan: scanAtTill,
    },
  }),
});
/** Its lines are there from the start: what was typed stays while another tab is open. */
const oldSection = (phone: boolean, mode: FormMode, rule: WorkFeeRule): Section<OrderValues> => ({
  lines: linesOf<OrderValues>()<RecycleLine>({
    name: 'sellRecycleList',
    columns: recycleColumns(rule, phone),
    keyOf: ({ key }) => key,
    height: phone || mode === 'view' ? LOW_GRID : GRID_HEIGHT,
    newLine: blankLine,
    mayAdd: lacksKind,
  }),
});
/** What a grid has besides its lines: its bar above, what it says below. */
const AROUND_GRID = 62;
const picturesSection = (gridHeight: number): Section<OrderValues> => ({
  columns: 1,
  least: gridHeight + AROUND_GRID,
  fields: [{ kind: 'pictures', name: 'pictures', label: '图片', max: 2, camera: true }],
});
type TabOptions = { readonly phone: boolean; readonly mode: FormMode; readonly rule: WorkFeeRule };
export const tabSections = (tab: OrderTab, { phone, mode, rule }: TabOptions): readonly Section<OrderValues>[] => [
  { ...linesSection(phone, mode), hidden: tab !== GOODS },
  { ...changeSection(phone, phone || mode === 'view' ? LOW_GRID : GRID_HEIGHT), hidden: tab !== CHANGE },
  { ...oldSection(phone, mode, rule), hidden: tab !== OLD },
  { ...giftSection(phone, phone || mode === 'view' ? LOW_GRID : GRID_HEIGHT), hidden: tab !== GIFTS },
  {
    ...cleanSection({ phone, saved: mode !== 'add', height: phone || mode === 'view' ? LOW_GRID : GRID_HEIGHT }),
    hidden: tab !== CLEAN,
  },
  ...(tab === PICTURES ? [picturesSection(phone || mode === 'view' ? LOW_GRID : GRID_HEIGHT)] : []),
];
