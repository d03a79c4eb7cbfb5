/** Repairs as they are read and told. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { numberOf } from 'services/contracts/document';
import { caratsFromMilli, gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { REPAIR_WORDS, RepairStep, RepairStepTaken, repairIdOf, repairNo } from 'services/sale/contract';
import { saleName } from 'services/sale/manifest';
import { standing } from '../platform/queries/past-rows.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import type { Condition } from '../platform/queries/where-clauses.ts';
import type { RepairRow, RepairStepRow } from './contract.ts';

const StoredStep = RepairStepTaken.extend({ enteredBy: z.string(), enteredAt: z.string() });
export const StoredRepair = z.object({
  repair_id: z.int(),
  sale_id: z.int(),
  audit_flag: z.int(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  customer_id: z.int(),
  customer_name: z.string().nullable(),
  customer_mobile: z.string().nullable(),
  received_on: z.string(),
  category: z.string(),
  style: z.string(),
  fineness: z.string(),
  weight_mg: z.int(),
  main_stone: z.string(),
  main_stone_milli: z.int(),
  main_stone_count: z.int(),
  side_stone: z.string(),
  side_stone_milli: z.int(),
  side_stone_count: z.int(),
  price_fen: z.int(),
  remark: z.string(),
  promised_on: z.string(),
  overdue_days: z.int(),
  step: RepairStep,
  steps: z.array(StoredStep),
});
export type StoredRepair = z.infer<typeof StoredRepair>;

export const REPAIRS = sql.fragment`live.repairs r`;
/** Of the rows of a page; `day`: overdue is counted up to it. */
export const selectOf = (day: string): FragmentSqlToken => sql.fragment`
  SELECT r.repair_id, r.sale_id, r.audit_flag, r.shop_id, s.name AS shop_name, r.customer_id, c.name AS customer_name,
    c.mobile AS customer_mobile, r.received_on, r.category, r.style, r.fineness, r.weight_mg, r.main_stone,
    r.main_stone_milli, r.main_stone_count, r.side_stone, r.side_stone_milli, r.side_stone_count, r.price_fen, r.remark,
    r.promised_on, CASE WHEN r.step = 'fetched' THEN 0 ELSE greatest(${day}::date - r.promised_on, 0) END AS overdue_days,
    r.step, r.steps`;
export const NAMES = sql.fragment`
  LEFT JOIN master.shop s ON s.id = r.shop_id LEFT JOIN master.customer c ON c.id = r.customer_id`;
export const isRepair = (asOf: number | undefined): FragmentSqlToken =>
  sql.fragment`r.repair_id IS NOT NULL AND ${standing(sql.fragment`r`, asOf)}`;

/** The repair of a number as it is typed or scanned; a word that is none finds nothing. */
export const ofRepairNo = (barcode: string | undefined): Condition => {
  if (barcode === undefined) return null;
  const id = repairIdOf(barcode);
  return id === null ? sql.fragment`false` : sql.fragment`r.repair_id = ${id}`;
};

/** Day and person of the fetching; '' before it. */
export const takenOf = ({
  steps,
}: Pick<StoredRepair, 'steps'>): { readonly takeAt: string; readonly takeBy: string } => {
  const fetched = steps.find(({ step }) => step === 'fetched');
  return { takeAt: fetched?.on ?? '', takeBy: fetched?.by ?? '' };
};
export const presentRepair = (row: StoredRepair): RepairRow => ({
  id: row.repair_id,
  no: repairNo(row.repair_id),
  state: REPAIR_WORDS[row.step],
  stateAt: row.steps.at(-1)?.on ?? '',
  stateBy: row.steps.at(-1)?.by ?? '',
  overdueDays: row.overdue_days,
  promiseAt: row.promised_on,
  sellId: row.sale_id,
  orderNo: numberOf(saleName, row.sale_id),
  auditFlag: row.audit_flag,
  sellAt: row.received_on,
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  customerId: row.customer_id,
  customerName: row.customer_name ?? '',
  customerMobile: row.customer_mobile ?? '',
  type: row.category,
  style: row.style,
  fineness: row.fineness,
  weight: gramsFromMg(row.weight_mg),
  stone: row.main_stone,
  stoneCt: caratsFromMilli(row.main_stone_milli),
  stoneP: row.main_stone_count,
  second: row.side_stone,
  secondCt: caratsFromMilli(row.side_stone_milli),
  secondP: row.side_stone_count,
  price: yuanFromFen(row.price_fen),
  remark: row.remark,
  ...takenOf(row),
});
export const presentSteps = ({ steps }: StoredRepair): RepairStepRow[] =>
  steps.map(({ step, on: at, ...said }) => ({ ...said, step: REPAIR_WORDS[step], at }));

/** What became of the lines of an order, by their ids on the wire. */
const Fetched = z.object({ repair_id: z.int(), step: RepairStep, steps: z.array(StoredStep) });
export type RepairsOfSale = ReadonlyMap<
  number,
  { readonly state: string; readonly takeAt: string; readonly takeBy: string }
>;
export const repairsOfSale = async (
  { db }: Pick<QueryDeps, 'db'>,
  saleId: number,
  asOf: number | undefined,
): Promise<RepairsOfSale> => {
  const rows = await db.any(sql.type(Fetched)`
    SELECT r.repair_id, r.step, r.steps FROM ${REPAIRS} WHERE r.sale_id = ${saleId} AND ${isRepair(asOf)}`);
  return new Map(rows.map((row) => [row.repair_id, { state: REPAIR_WORDS[row.step], ...takenOf(row) }]));
};
