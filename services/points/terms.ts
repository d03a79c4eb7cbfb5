/** What a document says of its points beyond the effect. */
import { z } from 'zod';
import { LISTS, storedText, storedWhole } from '../contracts/values.ts';

/** What the points of a line are for, and the rule they follow. A line that is not named earns or spends by its role. */
export const PointsLine = z.object({
  list: storedText(),
  lineId: storedText(),
  ruleId: storedWhole('id').optional(),
  ruleRevision: storedWhole('index').optional(),
});
export const PointsTerms = z.object({
  /** Lists whose lines take back what an earlier sale earned: they alone may take a balance below zero (R69). */
  takesBack: z.array(storedText()).max(LISTS.choices),
  lines: z.array(PointsLine).max(LISTS.documentLines),
});
export type PointsTerms = z.infer<typeof PointsTerms>;
