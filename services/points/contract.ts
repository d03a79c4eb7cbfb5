/** Points of customers (R21, R46, R84): a stream per customer, what documents ask of it, its events. */
import type { EffectLeg } from '../contracts/document.ts';
import { PartnerId } from '../contracts/ids.ts';
import { MAX_REASON, fits, tooLong } from '../contracts/limits.ts';
import { TEXTS, chosenId, rawText, wireWhole } from '../contracts/values.ts';
import { proofField } from '../contracts/proof.ts';
import { approvalField } from '../contracts/word.ts';
import { z } from 'zod';

export * from './events.ts';
export * from './reservations.ts';
export * from './terms.ts';

/** The custodian's name in stored effects. */
export const POINTS = 'points';
export const pointsStream = (customerId: number): string => `${POINTS}-${customerId}`;
/**
 * Points of a line: `in` what a sale earns, `out` what a gift costs or a return takes back. They lie at the customer, at
 * no shop. Lines without points ask nothing.
 */
export const pointsEffects = (customerId: number, role: EffectLeg['role'], points: number) =>
  points === 0 ? [] : [{ custodian: POINTS, id: String(customerId), role, quantity: points, place: 0 }];

/** Body of POST /base-customer/points: a correction by hand, with its right (R46); beyond its bounds with a word (R136). */
export const PointsCorrection = z.object({
  customerId: chosenId('partnerId', '请选择客户'),
  points: wireWhole('points', '请输入整数积分').refine((points) => points !== 0, '调整积分不能为0'),
  reason: rawText(TEXTS.long, { long: `原因${tooLong(MAX_REASON)}` })
    .trim()
    .min(1, '请填写调整原因')
    .refine((reason) => fits(reason, MAX_REASON), `原因${tooLong(MAX_REASON)}`),
  approval: approvalField(),
});
export type PointsCorrection = z.infer<typeof PointsCorrection>;
/** Body of POST /base-customer/merge and /unmerge (R95). */
export const CustomerMerge = z.object({
  keepId: chosenId('partnerId', '请选择保留的客户'),
  mergeId: chosenId('partnerId', '请选择被合并的客户'),
  reason: rawText(TEXTS.long, { long: `原因${tooLong(MAX_REASON)}` })
    .trim()
    .min(1, '请填写原因')
    .refine((reason) => fits(reason, MAX_REASON), `原因${tooLong(MAX_REASON)}`),
});
export type CustomerMerge = z.infer<typeof CustomerMerge>;
/** With the word that it takes where a record has money or many points (R136). */
export const MergeBody = CustomerMerge.extend({ approval: approvalField(), proof: proofField() });
export type MergeBody = z.infer<typeof MergeBody>;
export const CustomerInPath = z.object({ id: PartnerId });
