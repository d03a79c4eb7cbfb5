/** What a mark binds, and the problems of a 409 that carry them (R131). Pure. */
import { createHash } from 'node:crypto';
import type { WordAsk, WordContext, WordProblem } from '../contracts/word.ts';

const MARK_LENGTH = 24;
export type Marking = { readonly place: WordContext; readonly askerId: number };
/** Names just this outcome of just this call for just this asker; says nothing of bounds, which may tell the cost. */
export const markOf = ({ rule, value, binds, barcode = '' }: WordAsk, { place, askerId }: Marking): string => {
  const { route, shopId, customerId = null, id = null, revision = null } = place;
  return createHash('sha256')
    .update(JSON.stringify([route, id, revision, shopId, customerId, askerId, rule, barcode, value, binds]))
    .digest('hex')
    .slice(0, MARK_LENGTH);
};

export const messageOf = ({ message, costMessage = message }: WordAsk, withCost: boolean): string =>
  withCost ? costMessage : message;

export const problemsOf = (asks: readonly WordAsk[], marking: Marking, withCost: boolean): WordProblem[] =>
  asks.map((ask) => ({
    path: ask.path,
    message: messageOf(ask, withCost),
    rule: ask.rule,
    value: ask.value,
    ...(ask.limit !== undefined && (withCost || ask.ofCost !== true) && { limit: ask.limit }),
    barcode: ask.barcode ?? '',
    mark: markOf(ask, marking),
  }));

/** Whether what was shown is just what is asked. */
export const areSame = (shown: readonly string[], asked: readonly string[]): boolean => {
  const [seen, wanted] = [new Set(shown), new Set(asked)];
  return seen.size === wanted.size && [...wanted].every((mark) => seen.has(mark));
};
