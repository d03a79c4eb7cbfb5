/** Rows of a batch while they are typed: defaults, computed values, rules of S0§5 in their order, what is sent. Pure. */
import type { CellChange } from 'root-config/ui';
import { MAX_BATCH_NO, fits, tooLong } from 'services/contracts/limits';
import { GOODS_FIELDS, type GoodsWireFields } from 'services/goods/contract';
import { grossWeight, nameOf, tagPrice, unitCost } from '../../goods/computed-fields.ts';

/**
 * `name` and `sellPrice` hold what was written by hand; undefined follows the formula. `row` only tells lines apart.
 */
export type BatchLine = GoodsWireFields & { readonly row: string; readonly num: number | null };
export type BatchHead = {
  readonly shopId?: number | undefined;
  readonly type?: string | undefined;
  readonly printTemplate?: string | undefined;
  readonly inStorageAt?: string | undefined;
  readonly supplierId?: string | undefined;
  readonly supplierName?: string | undefined;
  readonly batchNo: string;
};
export const MAX_ROWS = 500;
const MEASURE = '重量';

/** Lines of a kept draft have names of an earlier page. */
const PAGE = Date.now().toString(36);
let made = 0;
const nextRow = (): string => `${PAGE}-${(made += 1)}`;
/** S0§3, §9: one piece, ratio 1, stones by weight. */
export const newBatchLine = (): BatchLine => ({
  row: nextRow(),
  num: 1,
  sellRaito: 1,
  stoneMeasure: MEASURE,
  secondMeasure: MEASURE,
});
/** As it was added: nobody typed into it. */
export const isUntouched = ({ row: _row, ...line }: BatchLine): boolean => {
  const { row: _own, ...fresh } = newBatchLine();
  const kept: Readonly<Record<string, unknown>> = fresh;
  return Object.entries(line).every(([name, value]) => (value ?? '') === '' || value === kept[name]);
};
/** Copies of a line; they have their own identity. */
export const copiesOf = (line: BatchLine, howMany: number): BatchLine[] =>
  Array.from({ length: howMany }, () => ({ ...line, row: nextRow() }));

export const nameIn = (line: BatchLine): string => line.name ?? nameOf(line);
export const priceIn = (line: BatchLine): number => line.sellPrice ?? tagPrice(line);
export const weightIn = (line: BatchLine): number => grossWeight(line);
export const costIn = (line: BatchLine): number => unitCost(line);

/** What follows from other cells unless somebody writes over it; an emptied cell goes back to its formula. */
const FOLLOWS: Readonly<Record<string, (line: BatchLine) => unknown>> = { name: nameOf, sellPrice: tagPrice };
/** A change of a cell; `name` and `sellPrice` of the line shown are kept by hand only where they differ from the formula. */
export const changeCell =
  (field: string) =>
  (line: BatchLine, value: unknown): CellChange<BatchLine> => {
    if (field === 'num') {
      const num = typeof value === 'number' && value >= 1 ? value : 1;
      return { line: { ...line, num }, ...(num !== value && { message: '数量不能小于1' }) };
    }
    const before = { ...line, [field]: value } as BatchLine;
    const formula = FOLLOWS[field];
    if (formula === undefined) return { line: followed(line, before) };
    const own = value !== null && value !== '' && value !== formula(line);
    return { line: own ? before : ({ ...line, [field]: formula(line) } as BatchLine) };
  };
/** The formulas' values stand in the line, so that grid, copy and paste see them; hand-written ones stay. */
const followed = (before: BatchLine, after: BatchLine): BatchLine => {
  const computed = Object.entries(FOLLOWS).flatMap(([field, formula]) => {
    const wire = field as keyof BatchLine;
    const byHand = before[wire] !== undefined && before[wire] !== formula(before);
    return byHand ? [] : [[field, formula(after)]];
  });
  return { ...after, ...Object.fromEntries(computed) };
};

export type BatchProblem = { readonly path: string; readonly message: string };
const HEAD: readonly (readonly [keyof BatchHead, string])[] = [
  ['shopId', '分店不能为空'],
  ['inStorageAt', '入库日期不能为空'],
  ['type', '请选择首饰类别'],
  ['printTemplate', '请选择标签模板'],
];
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
/** Why a batch number cannot be saved; it stays as it was typed. */
export const whyNotBatchNo = (batchNo: string): string | undefined =>
  fits(batchNo, MAX_BATCH_NO) ? undefined : tooLong(MAX_BATCH_NO);
/** Header fields that are missing, in the document's order, and a batch number that is too long. */
export const headProblems = (head: BatchHead): BatchProblem[] => {
  const missing = HEAD.flatMap(([path, message]) => (isEmpty(head[path]) ? [{ path, message }] : []));
  const message = whyNotBatchNo(head.batchNo);
  return message === undefined ? missing : [...missing, { path: 'batchNo', message }];
};

const FOR_A_ROW: readonly (readonly [keyof BatchHead, string])[] = [
  ['shopId', '请选择分店！'],
  ['type', '请选择类别！'],
  ['printTemplate', '请选择打印模板！'],
];
/** Why no row can be added yet: shop, category, template, in that order. */
export const whyNoRow = (head: BatchHead): string | undefined => FOR_A_ROW.find(([path]) => isEmpty(head[path]))?.[1];
/** Why the first row cannot be copied so many times. */
export const whyNoCopy = (rows: number, howMany: number): string | undefined => {
  if (rows === 0) return '请至少先添加一条数据！';
  if (!Number.isInteger(howMany) || howMany < 1) return '复制的行数必须大于等于1！';
  return rows + howMany > MAX_ROWS ? `一次最多批量入库${MAX_ROWS}条` : undefined;
};
/** Why the rows cannot be saved: none, too many, or the first without a name. */
export const whyNoSave = (lines: readonly BatchLine[]): BatchProblem | undefined => {
  if (lines.length === 0) return { path: 'list', message: '请至少先添加一条数据！' };
  if (lines.length > MAX_ROWS) return { path: 'list', message: `一次最多批量入库${MAX_ROWS}条` };
  const index = lines.findIndex((line) => nameIn(line).trim() === '');
  if (index === -1) return undefined;
  return { path: `list.${index}.name`, message: `请检查第！${index + 1} 行商品名称不能为空！` };
};

const LABELS = new Map<string, string>([
  ['num', '数量'],
  ...Object.values(GOODS_FIELDS).map(({ wire, label }): [string, string] => [wire, label]),
]);
/** A cell that holds what cannot be saved, `<index>.<field>`, by its row and column: 第3行“金重”：请输入数字. */
export const cellWords = ({ path, message }: BatchProblem): string => {
  const [index, field = ''] = path.split('.');
  return `第${Number(index) + 1}行“${LABELS.get(field) ?? field}”：${message}`;
};

export type BatchTotals = {
  readonly rows: number;
  readonly num: number;
  readonly goldWeight: number;
  readonly sellPrice: number;
};
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
/** Grams and yuan of all pieces: per unit times quantity (R8). */
export const totalsOf = (lines: readonly BatchLine[]): BatchTotals => {
  const sum = (of: (line: BatchLine) => number): number =>
    rounded(lines.reduce((total, line) => total + of(line) * (line.num ?? 1), 0));
  return {
    rows: lines.length,
    num: sum(() => 1),
    goldWeight: sum((line) => line.goldWeight ?? 0),
    sellPrice: sum(priceIn),
  };
};

const COMPUTED: readonly string[] = ['weight', 'piceCost', 'type', 'pictures'];
/** The body of POST /biz-goods-in/goods-batch; empty cells do not travel. */
export const batchBody = (head: BatchHead, lines: readonly BatchLine[]): Record<string, unknown> => ({
  shopId: head.shopId,
  type: head.type,
  printTemplate: head.printTemplate,
  inStorageAt: head.inStorageAt,
  supplierId: isEmpty(head.supplierId) ? null : Number(head.supplierId),
  batchNo: head.batchNo,
  list: lines.map((line) => ({
    num: line.num ?? 1,
    ...Object.fromEntries(
      Object.values(GOODS_FIELDS).flatMap(({ wire }) =>
        COMPUTED.includes(wire) || isEmpty(line[wire]) ? [] : [[wire, line[wire]]],
      ),
    ),
    name: nameIn(line),
  })),
});
