/** Body of create and edit as the server reads it, and the record it becomes. Pure. */
import { z } from 'zod';
import { NUMBERS, chosenId, tooLarge, type NumberName } from '../contracts/values.ts';
import { OUTSIDE_WINDOW, insideWindow, whyTooLate } from '../contracts/dates.ts';
import type { FieldProblem } from '../contracts/envelope.ts';
import { MAX_BATCH_NO } from '../contracts/limits.ts';
import { Count, Yuan, fenFromYuan } from '../contracts/units.ts';
import { GoodsInBody } from './contract.ts';
import { COST_FIELDS, GOODS_SPARSE_SHAPE, attributesFromSparse, formText, type GoodsAttributes } from './fields.ts';
import { BY_WEIGHT, gramShareOf, grossWeightMg, tagPriceFen, unitCostFen } from './pricing.ts';

const ignored = z
  .unknown()
  .optional()
  .transform(() => undefined);
/** Fields not sent stay undefined, so that an edit keeps what its author never saw; `ringSize` is read too (R31). */
export const ReceiptBody = GoodsInBody.extend({
  ...GOODS_SPARSE_SHAPE,
  supplierId: chosenId('partnerId', '请选择供应商').nullish(),
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

/**
 * A correction by somebody who may not see the cost: its fields stay, and so does a tag price that he does not type,
 * which by formula would give the cost back to whoever chooses the ratio (R13).
 */
export const withCostKept = (body: ReceiptBody, previous: GoodsAttributes): ReceiptBody => {
  const kept: Record<string, unknown> = { ...body };
  for (const wire of COST_FIELDS) kept[wire] = undefined;
  return { ...kept, sellPrice: body.sellPrice ?? previous.tagPriceFen } as ReceiptBody;
};

const PICTURE_NAME = /^[\w][\w.-]{0,99}$/;
type ComputedFigure = {
  readonly kind: NumberName;
  readonly path: string;
  readonly value: number;
  readonly message: string;
};
/** What the server computes of one piece, and what all pieces of the lot come to. */
const measuredOf = (attributes: GoodsAttributes, quantity: number): readonly ComputedFigure[] => {
  const { unitCostFen: cost, tagPriceFen: tag, grossWeightMg: gross } = attributes;
  const check = '请检查成本和倍率';
  return [
    { kind: 'unitPrice', path: 'piceCost', value: cost, message: '成本超出范围，请检查金重、金价和石料' },
    { kind: 'unitPrice', path: 'sellPrice', value: tag, message: `标价超出范围，${check}` },
    { kind: 'gramShare', path: 'sellRaito', value: gramShareOf(attributes), message: `石料配件金额超出范围，${check}` },
    { kind: 'weight', path: 'weight', value: gross, message: '总重超出范围' },
    {
      kind: 'lotWeight',
      path: 'num',
      value: gross * quantity,
      message: `合计总重${tooLarge('lotWeight')}，请检查数量`,
    },
    {
      kind: 'documentMoney',
      path: 'num',
      value: cost * quantity,
      message: `合计成本${tooLarge('documentMoney')}，请检查数量`,
    },
    {
      kind: 'documentMoney',
      path: 'num',
      value: tag * quantity,
      message: `合计标价${tooLarge('documentMoney')}，请检查数量`,
    },
  ];
};
/** Values that only the whole record shows to be wrong: sums beyond what may be kept, odd choices. */
export const attributeProblems = (attributes: GoodsAttributes, quantity: number): FieldProblem[] => {
  const problems: FieldProblem[] = measuredOf(attributes, quantity)
    .filter(({ kind, value }) => value > NUMBERS[kind].max)
    .map(({ path, message }) => ({ path, message }));
  const wrong = (path: string, message: string): number => problems.push({ path, message });
  if (!['', '1', '2'].includes(attributes.priceMode)) wrong('priceMode', '计价方式不正确');
  if (!attributes.pictures.every((name) => PICTURE_NAME.test(name))) wrong('pictures', '图片名称不正确');
  return problems;
};

/** R6 for the storage date: who may not enter any date stays within 45 days back and today. */
export const dateProblem = (day: string, today: string, anyDate: boolean): FieldProblem[] => {
  const tooLate = whyTooLate(day, today);
  if (tooLate !== null) return [{ path: 'inStorageAt', message: tooLate }];
  return anyDate || insideWindow(day, today) ? [] : [{ path: 'inStorageAt', message: OUTSIDE_WINDOW }];
};
