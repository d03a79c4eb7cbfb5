/** Bodies of what is done to documents; each may bring a word (R131). */
import { Ids, IdsWithReason } from '../contracts/envelope.ts';
import { approvalField } from '../contracts/word.ts';

export const ActionBody = Ids.extend({ approval: approvalField() });
export const ReasonedActionBody = IdsWithReason.extend({ approval: approvalField() });
/** A body with somebody's word: it is judged once. */
export const bringsWord = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'approval' in body &&
  body.approval !== null &&
  body.approval !== undefined;
