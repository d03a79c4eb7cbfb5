/** The answer of a command as it is kept: where the stream came to lie, and only as much more as the row does not say anyway. */
import type { Outcome } from '../http/outcome.ts';

export type Envelope = Extract<Outcome, { kind: 'envelope' }>;
/** What the row beside it says. */
export type Beside = { readonly ids: readonly number[]; readonly message: string };
type AnswerRecord = {
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

export const keptAnswer = (outcome: Envelope, { ids, message }: Beside): AnswerRecord | Envelope => {
  if (!isPlain(outcome)) return outcome;
  const { etag, settled, envelope } = outcome;
  return {
    revision: etag,
    position: settled?.position,
    ...(envelope.data !== ids[0] && { data: envelope.data }),
    ...(envelope.msg !== message && { msg: envelope.msg }),
  };
};

/** The same outcome again (R40); rows of earlier versions hold it whole. */
export const answerAgain = (kept: unknown, { ids, message }: Beside): Outcome => {
  const answer = kept as AnswerRecord | Outcome;
  if ('kind' in answer) return answer;
  const { revision, position, data = ids[0], msg = message } = answer;
  return {
    kind: 'envelope',
    status: OK,
    envelope: { code: OK, msg, data },
    etag: revision,
    ...(position !== undefined && { settled: { position } }),
  };
};
