/** The line above a sheet's head: which rows it has, of which moment, and who took it when. */
import { AUDIT_WORDS } from 'services/contracts/audit';
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { isoWithOffset } from 'services/contracts/dates';
import { GRAM, withUnit } from 'services/contracts/field-units';
import { fieldNames, goodsFields } from 'services/goods/contract';
import { HANDLED_WORDS } from 'services/system/contract';
import { parkedNow } from '../parking/parked-answers.ts';
import { BILL_WORDS, LIMIT_WORDS, STATUS_WORDS } from './export-words.ts';

/** What a parameter's values say where they are codes or ids. */
type FilterWords =
  | { readonly words: Readonly<Record<string, string>> }
  | { readonly names: 'shop' | 'supplier' | 'customer' };
const FILTER_WORDS: Readonly<Record<string, FilterWords>> = {
  shopId: { names: 'shop' },
  outShopId: { names: 'shop' },
  inShopId: { names: 'shop' },
  supplierId: { names: 'supplier' },
  customerId: { names: 'customer' },
  billType: { words: BILL_WORDS },
  auditFlag: { words: AUDIT_WORDS },
  status: { words: STATUS_WORDS },
  kind: { words: { 1: '报损', 2: '报溢' } },
  rule: { words: LIMIT_WORDS },
  direction: { words: { 1: '收现金', 2: '付现金' } },
  overdue: { words: { 1: '是' } },
  handled: { words: HANDLED_WORDS },
  only: { words: { different: '只看有差异' } },
  stock: { words: { onHand: '在库', all: '全部（含已出库）' } },
  configType: { words: { Y: '是', N: '否' } },
};
const labelOf = (parameter: string, columns: SheetOf['columns']): string | undefined =>
  columns.find(({ field }) => field === parameter)?.title ?? fieldNames()[parameter.replace(/Arr$/, '')];
/** The unit of a range's end: 金重（从）：3.215 g. */
const rangeUnit = (parameter: string): string | undefined => {
  const field = /^(.+)(From|To)$/.exec(parameter)?.[1];
  return goodsFields.map(([, spec]) => spec).find(({ wire }) => wire === field)?.kind === 'grams' ? GRAM : undefined;
};
const sayOf = (db: CommonQueryMethods, parameter: string, value: string): Promise<string> | string => {
  const said = FILTER_WORDS[parameter];
  if (said === undefined) return withUnit(value, rangeUnit(parameter));
  return 'names' in said ? nameOf(db, said.names, value) : (said.words[value] ?? value);
};
/** Parameters that choose no rows. */
export const NO_FILTER = /^(pageIndex|pageSize|columns|beginTime|endTime|.+Order)$/;

type Query = Readonly<Record<string, unknown>>;
const TABLES = {
  shop: sql.fragment`master.shop`,
  supplier: sql.fragment`master.supplier`,
  customer: sql.fragment`master.customer`,
} as const;
const Named = z.object({ name: z.string() });
const nameOf = async (db: CommonQueryMethods, table: keyof typeof TABLES, id: unknown): Promise<string> => {
  const row = await db.maybeOne(sql.type(Named)`SELECT name FROM ${TABLES[table]} WHERE id = ${Number(id)}`);
  return row?.name ?? String(id);
};

const daysOf = ({ beginTime, endTime }: Query): readonly string[] => {
  if (typeof beginTime !== 'string' && typeof endTime !== 'string') return [];
  return [`日期：${typeof beginTime === 'string' ? beginTime : '…'} 至 ${typeof endTime === 'string' ? endTime : '…'}`];
};
const isBlank = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const Entered = z.object({ at_ms: z.int() });
/** `2026-11-01 18:30` of the last entry at a position. */
const momentAt = async (db: CommonQueryMethods, position: number): Promise<string> => {
  const last = await db.maybeOne(sql.type(Entered)`
    SELECT at_ms FROM live.moments WHERE position <= ${position} ORDER BY position DESC LIMIT 1`);
  return last === null ? '最初' : shownMoment(new Date(last.at_ms));
};
const shownMoment = (moment: Date): string => isoWithOffset(moment).slice(0, 16).replace('T', ' ');

export type SheetOf = {
  readonly name: string;
  readonly columns: readonly { readonly field: string; readonly title: string }[];
  readonly query: Query;
  readonly asOf: number | undefined;
  readonly by: string;
  readonly now: Date;
};
/** `首饰入库 分店：罗湖店；日期：2026-11-01 至 2026-11-22；导出：张三 2026-11-22 18:30` */
export const filterLine = async (
  db: CommonQueryMethods,
  { name, columns, query, asOf, by, now }: SheetOf,
): Promise<string> => {
  const said: string[] = [...daysOf(query)];
  for (const [parameter, value] of Object.entries(query)) {
    const label = labelOf(parameter, columns);
    if (label === undefined || NO_FILTER.test(parameter) || isBlank(value)) continue;
    const values: string[] = [];
    for (const one of (Array.isArray(value) ? value : [value]) as unknown[])
      values.push(await sayOf(db, parameter, String(one)));
    said.push(`${label}：${values.join('、')}`);
  }
  if (asOf !== undefined) said.push(`截至：${await momentAt(db, asOf)}`);
  const parked = parkedNow();
  const gaps = parked === 0 ? [] : [`有${parked}条未更新，数字可能不完整`];
  return [`${name} ${said.length === 0 ? '未筛选' : said.join('；')}`, ...gaps, `导出：${by} ${shownMoment(now)}`].join(
    '；',
  );
};
