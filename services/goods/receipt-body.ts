/** Body of create and edit as the server reads it, and the record it becomes. Pure. */
import { z } from 'zod';
import { insideWindow } from '../contracts/dates.ts';
import type { FieldProblem } from '../contracts/envelope.ts';
import { MAX_BATCH_NO, MAX_GRAMS, MAX_YUAN } from '../contracts/limits.ts';
import { Count, Yuan, fenFromYuan, mgFromGrams } from '../contracts/units.ts';
import { GoodsInBody } from './contract.ts';
import { GOODS_SPARSE_SHAPE, attributesFromSparse, formText, type GoodsAttributes } from './fields.ts';
import { BY_WEIGHT, grossWeightMg, tagPriceFen, unitCostFen } from './pricing.ts';

const ignored = z
  .unknown()
  .optional()
  .transform(() => undefined);
/** Fields not sent stay undefined, so that an edit keeps what its author never saw; `ringSize` is read too (R31). */
export const ReceiptBody = GoodsInBody.extend({
  ...GOODS_SPARSE_SHAPE,
  supplierId: z.int({ error: '请选择供应商' }).positive().nullish(),
  batchNo: formText(MAX_BATCH_NO)
    .nullish()
    .transform((value) => (value === null ? '' : value)),
  num: Count.min(1, '数量不能小于1').nullish(),
  status: z.enum(['1', '2'], { error: '状态不正确' }).nullish(),
  ringSize: formText(20).nullish(),
  /** The tag may be priced by hand; absent means by formula. */
  sellPrice: Yuan.nullish().transform((value) => (value == null ? undefined : fenFromYuan(value))),
  /** Computed by the server from the inputs; what is sent is not read (S0§5). */
  weight: ignored,
  piceCost: ignored,
});
export type ReceiptBody = z.infer<typeof ReceiptBody>;

/** The attributes a body means: `previous` gives what was not sent, the server computes weight, cost and tag price. */
export const attributesOfReceipt = (
  body: Readonly<Record<string, unknown>>,
  previous: GoodsAttributes | null,
): GoodsAttributes => {
  const ring = body['ringsize'] ?? body['ringSize'];
  const given = attributesFromSparse({ ...body, ringsize: ring }, previous);
  const measured = {
    ...given,
    mainStoneMeasure: given.mainStoneMeasure || BY_WEIGHT,
    sideStoneMeasure: given.sideStoneMeasure || BY_WEIGHT,
  };
  const cost = unitCostFen(measured);
  const sent = body['sellPrice'];
  return {
    ...measured,
    grossWeightMg: grossWeightMg(measured),
    unitCostFen: cost,
    tagPriceFen: typeof sent === 'number' ? sent : tagPriceFen(measured, cost),
  };
};

const PICTURE_NAME = /^[\w][\w.-]{0,99}$/;
/** Values that only the whole record shows to be wrong: sums beyond what a form may hold, odd choices. */
export const attributeProblems = (attributes: GoodsAttributes): FieldProblem[] => {
  const problems: FieldProblem[] = [];
  const wrong = (path: string, message: string): number => problems.push({ path, message });
  if (attributes.unitCostFen > fenFromYuan(MAX_YUAN)) wrong('piceCost', '成本超出范围，请检查金重、金价和石料');
  if (attributes.tagPriceFen > fenFromYuan(MAX_YUAN)) wrong('sellPrice', '标价超出范围，请检查成本和倍率');
  if (attributes.grossWeightMg > mgFromGrams(MAX_GRAMS)) wrong('weight', '总重超出范围');
  if (!['', '1', '2'].includes(attributes.priceMode)) wrong('priceMode', '计价方式不正确');
  if (!attributes.pictures.every((name) => PICTURE_NAME.test(name))) wrong('pictures', '图片名称不正确');
  return problems;
};

/** R6 for the storage date: who may not enter any date stays within 45 days back and today. */
export const dateProblem = (day: string, today: string, anyDate: boolean): FieldProblem[] =>
  anyDate || insideWindow(day, today) ? [] : [{ path: 'inStorageAt', message: '日期只能选择今天往前45天以内' }];
