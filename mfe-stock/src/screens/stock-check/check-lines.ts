/** Lines of a stock check as the grid shows them: colours of S0§4 and R9, edits, filters. Pure. */
import { compareLine, type CheckLineRow, type CheckRow, type LineState } from 'projections/stock-checks/contract';
import type { CellChange, LineColumn, Tone } from 'root-config/ui';

/** `edited`: typed here and not saved yet. */
export type Line = CheckLineRow & { readonly edited?: boolean };

/** `id` is there as soon as the stock was extracted: from then on the check lies on the server. */
export type CheckValues = Pick<CheckRow, 'shopId' | 'checkAt' | 'type' | 'style' | 'remark' | 'auditFlag'> &
  Pick<CheckRow, 'auditor' | 'createdBy' | 'createdAt'> & { readonly id: number };

const WORDS: Record<LineState, string> = {
  equal: '相符',
  missing: '缺失',
  explained: '已说明',
  over: '盘盈',
  extra: '账外',
};
const TONES: Record<LineState, Tone> = {
  equal: 'success',
  missing: 'severe',
  explained: 'done',
  over: 'attention',
  extra: 'danger',
};

/** The line with another count, compared anew. */
export const recounted = (line: Line, count: Partial<Pick<Line, 'factNum' | 'scanNum' | 'remark' | 'by'>>): Line => {
  const after = { ...line, ...count };
  return { ...after, ...compareLine(after) };
};
export const changeCount = (line: Line, value: unknown): CellChange<Line> => {
  const factNum = typeof value === 'number' ? value : Number(value);
  if (!Number.isInteger(factNum) || factNum < 0) return { line, message: '请输入整数' };
  return { line: { ...recounted(line, { factNum }), edited: true } };
};
const changeRemark = (line: Line, value: unknown): CellChange<Line> => ({
  line: { ...line, remark: typeof value === 'string' ? value : '', edited: true },
});

const counting: readonly LineColumn<Line>[] = [
  { field: 'bookNum', title: '账面数量', kind: 'count', width: 74, sum: true, tone: ({ state }) => TONES[state] },
  {
    field: 'factNum',
    title: '实盘数量',
    kind: 'count',
    width: 74,
    edit: 'number',
    decimals: 0,
    min: 0,
    max: 999_999,
    change: changeCount,
    sum: true,
  },
];
/** On a phone what was counted stands right behind the barcode, the rest is a swipe away. */
export const checkColumns = (phone: boolean): readonly LineColumn<Line>[] => [
  { field: 'barcode', title: '条码', kind: 'text', width: 122, frozen: 'left' },
  ...(phone ? counting : []),
  { field: 'type', title: '首饰类别', kind: 'text', width: 76 },
  { field: 'name', title: '首饰名称', kind: 'text', width: 120 },
  ...(phone ? [] : counting),
  { field: 'scanNum', title: '扫码次数', kind: 'count', width: 74, sum: true },
  {
    field: 'state',
    title: '结果',
    kind: 'text',
    width: 68,
    compute: ({ state }) => WORDS[state],
    tone: ({ state }) => TONES[state],
  },
  { field: 'explain', title: '差异说明', kind: 'text', width: 190 },
  { field: 'remark', title: '备注', kind: 'text', width: 110, edit: 'text', maxLength: 200, change: changeRemark },
  {
    field: 'goldWeight',
    title: '金重',
    kind: 'weight',
    width: 80,
    sum: true,
  },
  { field: 'pictures', title: '图片', kind: 'picture', width: 56 },
  { field: 'by', title: '盘点人', kind: 'text', width: 76 },
];

export const FILTERS = [
  ['all', '全部'],
  ['different', '有差异'],
  ['missing', '缺失'],
  ['explained', '已说明'],
  ['over', '盘盈'],
  ['extra', '账外'],
  ['unscanned', '未扫码'],
] as const;
export type LineFilter = (typeof FILTERS)[number][0];
export const fitsFilter = (line: Line, filter: LineFilter): boolean => {
  switch (filter) {
    case 'all':
      return true;
    case 'different':
      return line.state !== 'equal';
    case 'unscanned':
      return line.scanNum === 0;
    default:
      return line.state === filter;
  }
};

/** What is saved: lines that were typed in. */
export const editedLines = (lines: readonly Line[]): readonly object[] =>
  lines
    .filter(({ edited }) => edited === true)
    .map(({ goodsId, barcode, factNum, scanNum, remark }) => ({ goodsId, barcode, factNum, scanNum, remark }));
