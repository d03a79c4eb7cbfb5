/** An expected "no" is a value, not an exception; the platform turns it into an answer (R29). */
import type { FieldProblem } from './envelope.ts';

/** What kind of no; each has one HTTP status. */
export type RefusalKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'stale'
  | 'too-large'
  | 'wrong-type'
  | 'invalid'
  | 'too-many'
  | 'unavailable';

export const STATUS_OF: Record<RefusalKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  stale: 412,
  'too-large': 413,
  'wrong-type': 415,
  invalid: 422,
  'too-many': 429,
  unavailable: 503,
};

/**
 * A refusal: `code` is stable and tested (`transfer.same_shop`), `message` is Chinese and fit to show,
 * `fields` names wrong fields (422), `data` carries what a screen may list (blockers, refused rows).
 */
export type Refusal = {
  readonly refused: true;
  readonly kind: RefusalKind;
  readonly code: string;
  readonly message: string;
  readonly fields?: readonly FieldProblem[];
  readonly data?: unknown;
  /** What was done before the no: the caller's next GET shows it, as after an accepted command. */
  readonly settled?: SettledAt;
};
/** The position of the log that shows what was done. */
export type SettledAt = { readonly position: number };

type Details = Pick<Refusal, 'fields' | 'data' | 'settled'>;
export const refuse = (kind: RefusalKind, code: string, message: string, details: Details = {}): Refusal => ({
  refused: true,
  kind,
  code,
  message,
  ...details,
});
/** A 422 that names one field. */
export const refuseField = (code: string, path: string, message: string): Refusal =>
  refuse('invalid', code, message, { fields: [{ path, message }] });
export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value && value.refused === true;
