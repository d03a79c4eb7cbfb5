/** Bodies of what is done to documents; each may bring a word (R131). */
import { Ids, IdsWithReason } from '../contracts/envelope.ts';
import { proofField } from '../contracts/proof.ts';
import { approvalField } from '../contracts/word.ts';

export const ActionBody = Ids.extend({ approval: approvalField(), proof: proofField() });
export const ReasonedActionBody = IdsWithReason.extend({ approval: approvalField(), proof: proofField() });
const brings = (body: object, field: string): boolean => {
  const sent: unknown = Reflect.get(body, field);
  return sent !== null && sent !== undefined;
};
/** A body with somebody's word, or a customer's code. */
export const bringsWord = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && (brings(body, 'approval') || brings(body, 'proof'));
