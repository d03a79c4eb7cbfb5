/** Lines of a stock check as the grid shows them: colours of S0§4 and R9, edits, filters. Pure. */
import { compareLine, type CheckRow, type LineState, type ShownLine } from 'projections/stock-checks/contract';
import type { Header } from './check-commands.ts';
import type { CellChange, LineColumn, Tone } from 'root-config/ui';

/** `edited`: typed here and not saved yet. Of a blind count the line lacks what the books say. */
export type Line = ShownLine & { readonly edited?: boolean };

/** `id` is there as soon as the stock was extracted: from then on the check lies on the server. */
export type CheckValues = Pick<CheckRow, 'shopId' | 'checkAt' | 'type' | 'style' | 'remark' | 'auditFlag' | 'blind'> &
  Pick<CheckRow, 'auditor' | 'createdBy' | 'createdAt'> & {
    readonly id: number;
    /** The header as the server has it, once it has. */
    readonly kept: Partial<Header>;
  };
const HEADER: readonly (keyof Header)[] = ['shopId', 'checkAt', 'type', 'style', 'remark'];
export const headerChanged = (values: Partial<CheckValues>): boolean =>
  HEADER.some((name) => (values[name] ?? '') !== (values.kept?.[name] ?? ''));

const WORDS: Record<LineState, string> = {
  equal: '相符',
  missing: '缺失',
  explained: '已说明',
  over: '盘盈',
  extra: '账外',
  uncounted: '未盘',
};
const TONES: Record<LineState, Tone> = {
  equal: 'success',
  missing: 'severe',
  explained: 'done',
  over: 'attention',
  extra: 'danger',
  uncounted: 'neutral',
};

/** The line with another count, compared anew; counts change while the count goes on, and then nothing is missing yet. */
export const recounted = (
  line: Line,
  count: Partial<Pick<Line, 'factNum' | 'scanNum' | 'remark' | 'by'>>,
  finished = false,
): Line => {
  const after = { ...line, ...count };
  const { bookNum, factNum, gone = 0 } = after;
  return bookNum === undefined ? after : { ...after, ...compareLine({ bookNum, factNum, gone, finished }) };
};
export const changeCount = (line: Line, value: unknown): CellChange<Line> => {
  const factNum = typeof value === 'number' ? value : Number(value);
  if (!Number.isInteger(factNum) || factNum < 0) return { line, message: '请输入整数' };
  return { line: { ...recounted(line, { factNum }), edited: true } };
};
const changeRemark = (line: Line, value: unknown): CellChange<Line> => ({
  line: { ...line, remark: typeof value === 'string' ? value : '', edited: true },
});

const toneOf = ({ state }: Line): Tone | undefined => (state === undefined ? undefined : TONES[state]);
const counting: readonly LineColumn<Line>[] = [
  { field: 'bookNum', title: '账面数量', kind: 'count', width: 74, sum: true, tone: toneOf },
  {
    field: 'factNum',
    title: '实盘数量',
    kind: 'count',
    width: 74,
    edit: 'number',
    decimals: 0,
    min: 0,
    change: changeCount,
    sum: true,
  },
];
/** A line's weight is that of one piece (R8): below stands what was counted of it. */
const COUNTED_WEIGHT = {
  of: ({ goldWeight, factNum }: Line): number => (Math.round(goldWeight * 1000) * factNum) / 1000,
  counts: '实盘',
};
/** What only the books say. */
const OF_BOOKS: readonly string[] = ['bookNum', 'state', 'explain'] satisfies (keyof Line)[];
/** On a phone what was counted stands right behind the barcode, the rest is a swipe away. */
export const checkColumns = (phone: boolean, hidden: boolean): readonly LineColumn<Line>[] =>
  allColumns(phone).filter(({ field }) => !hidden || !OF_BOOKS.includes(field));
const allColumns = (phone: boolean): readonly LineColumn<Line>[] => [
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
    compute: ({ state }) => (state === undefined ? '' : WORDS[state]),
    tone: toneOf,
  },
  { field: 'explain', title: '差异说明', kind: 'text', width: 190 },
  { field: 'remark', title: '备注', kind: 'text', width: 110, edit: 'text', maxLength: 200, change: changeRemark },
  {
    field: 'goldWeight',
    title: '金重',
    kind: 'weight',
    width: 116,
    sum: COUNTED_WEIGHT,
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
  ['uncounted', '未盘'],
  ['unscanned', '未扫码'],
] as const;
export type LineFilter = (typeof FILTERS)[number][0];
export const fitsFilter = (line: Line, filter: LineFilter): boolean => {
  switch (filter) {
    case 'all':
      return true;
    case 'different':
      return line.state !== 'equal' && line.state !== 'uncounted';
    case 'unscanned':
      return line.scanNum === 0;
    default:
      return line.state === filter;
  }
};

/** Pieces of a count: what the books have, what of it is counted, what is left to count, and what lacks. */
export type CountedPieces = {
  readonly booked: number;
  readonly done: number;
  readonly left: number;
  readonly missing: number;
  readonly counted: number;
};
export const piecesOf: Readonly<Record<keyof CountedPieces, (line: Line) => number>> = {
  booked: ({ bookNum = 0 }) => bookNum,
  done: ({ bookNum = 0, factNum }) => Math.min(bookNum, factNum),
  left: ({ state, bookNum = 0, factNum, gone = 0 }) => (state === 'uncounted' ? bookNum - factNum - gone : 0),
  missing: ({ missing = 0 }) => missing,
  counted: ({ factNum }) => factNum,
};

/** What is saved: lines that were typed in. */
export const editedLines = (lines: readonly Line[]): readonly object[] =>
  lines
    .filter(({ edited }) => edited === true)
    .map(({ goodsId, barcode, factNum, scanNum, remark }) => ({ goodsId, barcode, factNum, scanNum, remark }));
