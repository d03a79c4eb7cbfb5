/** The answer of a command as it is kept: where the stream came to lie, and only as much more as the row does not say anyway. */
import type { Outcome } from '../answers/outcome.ts';

export type Envelope = Extract<Outcome, { kind: 'envelope' }>;
/** What the row beside it says. */
export type Beside = { readonly ids: readonly number[]; readonly message: string };
/** `placeNow`: null where the log was not moved since, or its answers were brought after. */
type BesideNow = Beside & { readonly placeNow: number | null };
/** The move of the log that it was kept after; absent before the first. */
type Since = { readonly since?: string };
type AnswerRecord = Since & {
  readonly revision?: number | undefined;
  readonly position?: number | undefined;
  /** Absent: the first of the ids. */
  readonly data?: unknown;
  /** Absent: the message of the row. */
  readonly msg?: string;
};

/** What plain accepted answers are; others are kept whole. */
const OK = 200;
const isPlain = ({ status, envelope, behind }: Envelope): boolean =>
  status === OK && envelope.code === OK && behind !== true;

export const keptAnswer = (
  outcome: Envelope,
  { ids, message }: Beside,
  mark: string | null,
): AnswerRecord | (Envelope & Since) => {
  const since: Since = mark === null ? {} : { since: mark };
  if (!isPlain(outcome)) return { ...outcome, ...since };
  const { etag, settled, envelope } = outcome;
  return {
    ...since,
    revision: etag,
    position: settled?.position,
    ...(envelope.data !== ids[0] && { data: envelope.data }),
    ...(envelope.msg !== message && { msg: envelope.msg }),
  };
};

/** The same outcome again (R40); rows of earlier versions hold it whole. */
export const answerAgain = (kept: unknown, { ids, message, placeNow }: BesideNow): Outcome => {
  const answer = kept as AnswerRecord | (Envelope & Since);
  const said = 'kind' in answer ? answer.settled?.position : answer.position;
  const position = placeNow ?? said;
  const settled = position !== undefined && { settled: { position } };
  if ('kind' in answer) {
    const { since: _, ...outcome } = answer;
    return { ...outcome, ...settled };
  }
  const { revision, data = ids[0], msg = message } = answer;
  return {
    kind: 'envelope',
    status: OK,
    envelope: { code: OK, msg, data },
    etag: revision,
    ...settled,
  };
};
