/** A points rule (S1§2.10, §3, §5; R21, R85): wire shapes. Amounts in yuan, points whole, discount whole percent. */
import { z } from 'zod';
import { Yuan } from '../../contracts/units.ts';
import { wireWhole } from '../../contracts/values.ts';
import { Moments, Status, optional, required } from '../fields.ts';

const NEEDS_ONE = '首饰款式和首饰成色至少需要选择一种！';
const AMOUNT = '销售金额不能为空';
const absentAs = (empty: number) => (value: number | null | undefined) => value ?? empty;
const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

const fields = z.object({
  pointSort: wireWhole('sort').nullish().transform(absentAs(0)),
  type: required('首饰类别不能为空', 40),
  style: optional(40),
  fineness: optional(40),
  amount: z.preprocess(
    (value) => (isBlank(value) ? undefined : value),
    z.union([Yuan, z.undefined()]).transform((value, at) => {
      if (value !== undefined) return value;
      at.addIssue({ code: 'custom', message: AMOUNT });
      return z.NEVER;
    }),
  ),
  customerPoint: wireWhole('sort').nullish().transform(absentAs(0)),
  sellerPoint: wireWhole('sort').nullish().transform(absentAs(0)),
  discount: wireWhole('sort').max(1000, '折扣不能大于1000').nullish().transform(absentAs(100)),
  status: Status,
  remark: optional(500),
});
const withOne = <Schema extends z.ZodType<{ readonly style: string; readonly fineness: string }>>(schema: Schema) =>
  schema.refine(({ style, fineness }) => style !== '' || fineness !== '', { path: ['style'], message: NEEDS_ONE });
/** A new one is enabled unless it says otherwise. */
export const PointsRuleBody = withOne(fields.extend({ status: Status.default('2') }));
export const PointsRuleEdit = withOne(fields);
export type PointsRuleBody = z.infer<typeof PointsRuleBody>;

export const PointsRuleRow = z.object({
  id: z.int(),
  pointSort: z.int(),
  type: z.string(),
  style: z.string(),
  fineness: z.string(),
  amount: z.number(),
  customerPoint: z.int(),
  sellerPoint: z.int(),
  discount: z.int(),
  status: z.string(),
  remark: z.string(),
  ...Moments,
});
export type PointsRuleRow = z.infer<typeof PointsRuleRow>;

/** What get-points answers; id 0 and zeros where no rule fits. `points`, `sellerPoints` for the amount that was asked with. */
export const FittingRule = z.object({
  id: z.int(),
  discount: z.int(),
  amount: z.number(),
  customerPoint: z.int(),
  sellerPoint: z.int(),
  points: z.int().optional(),
  sellerPoints: z.int().optional(),
});
export type FittingRule = z.infer<typeof FittingRule>;
