/** Events of stream `points-<customerId>`; whole points. Type names are storage: they never change. They name a customer by number alone. */
import { z } from 'zod';
import { StoredDay } from '../contracts/dates.ts';
import { LISTS, storedText, storedWhole } from '../contracts/values.ts';

export const POINTS_SCHEMA = 1;
const customerId = storedWhole('partnerId');
const points = storedWhole('pointsBalance');
/** What the ledger comes to after the event (Σ of all postings). */
const balance = storedWhole('pointsBalance');
export const PointsHolder = z.object({ kind: storedText(), id: storedWhole('id'), no: storedText() });
export type PointsHolder = z.infer<typeof PointsHolder>;
/** The document behind a posting, with its day of business. */
export const PointsDocument = PointsHolder.extend({ businessDate: StoredDay });
/** Points of one line, signed as they change the ledger, and the rule they follow. */
export const PostedLine = z.object({
  list: storedText(),
  lineId: storedText(),
  purpose: z.enum(['earn', 'spend', 'take-back']),
  points,
  ruleId: storedWhole('id').optional(),
  ruleRevision: storedWhole('index').optional(),
});
export type PostedLine = z.infer<typeof PostedLine>;
/** Sums of a posting by purpose, each not negative. */
const sums = { earned: points, spent: points, takenBack: points };

/** `mergeId` names the merge that it belongs to. */
const move = { mergeId: storedWhole('id'), doing: z.enum(['merge', 'part']), points, balance };

const fact = <Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), data: z.object({ customerId, ...data }) });

export const PointsEvent = z.discriminatedUnion('type', [
  /**
   * `points` are kept for a document; `expected` are to come with its posting, and nobody's yet. `replaces`: the document's
   * own reservation that this one stands in for; of the two the larger counts.
   */
  fact('PointsHeld', {
    key: storedText(),
    points,
    expected: points,
    holder: PointsHolder,
    replaces: storedText().optional(),
  }),
  /** Also of a key that never held anything: a late reservation with it is refused. */
  fact('PointsHoldReleased', { key: storedText(), points }),
  fact('PointsPosted', {
    key: storedText(),
    document: PointsDocument,
    lines: z.array(PostedLine).max(LISTS.documentLines),
    ...sums,
    balance,
  }),
  /** What a posting earned is kept for its reversal. */
  fact('PointsClaimed', { claimKey: storedText(), postedKey: storedText(), points, holder: PointsHolder }),
  fact('PointsClaimReleased', { claimKey: storedText(), postedKey: storedText() }),
  /** The posting is taken back; what it spent and took back is held again under `holdKey`. */
  fact('PointsPostingReversed', {
    claimKey: storedText(),
    postedKey: storedText(),
    holdKey: storedText(),
    document: PointsDocument,
    ...sums,
    balance,
  }),
  /** All points go over to another record of the same person, or as many back again (R95); what is owed goes too. */
  fact('PointsHandedOver', { toCustomerId: customerId, ...move }),
  fact('PointsTakenOver', { fromCustomerId: customerId, ...move }),
  /** By hand, with its right (R46). */
  fact('PointsCorrected', { points, reason: storedText(), balance }),
]);
export type PointsEvent = z.infer<typeof PointsEvent>;
export const POINTS_EVENT_TYPES = PointsEvent.options.map((option) => option.shape.type.value);
