/**
 * Delete, audit and 反审核 of several records (R12): all are checked first, one failure and nothing is done; who loses a
 * race after the check is named beside what was done.
 */
import { isRefusal, refuse, type Refusal } from '../../contracts/refusal.ts';
import { inFlight } from './in-flight.ts';

export type BulkSteps = {
  /** Why this one would be refused right now; null when it would go through. */
  readonly check: (id: number) => Promise<Refusal | null>;
  /** What all of them together lack, once each was checked; null when nothing. */
  readonly ready?: () => Promise<Refusal | null>;
  /** Does it; answers the position to wait for. */
  readonly run: (id: number) => Promise<{ readonly position: number } | Refusal>;
  /** What people call a record: DB10001. */
  readonly nameOf: (id: number) => string;
};
type Failure = {
  readonly id: number;
  readonly no: string;
  readonly code: string;
  readonly message: string;
  readonly data?: unknown;
};

const failureOf =
  ({ nameOf }: BulkSteps) =>
  (id: number, { code, message, data }: Refusal): Failure => ({
    id,
    no: nameOf(id),
    code,
    message,
    ...(data !== undefined && { data }),
  });
const listed = (failed: readonly Failure[]): string => failed.map(({ no, message }) => `${no}：${message}`).join('；');

/** Highest position, or the refusal that names every failing id. One id alone is refused in its own words. */
export const bulk = async (ids: readonly number[], steps: BulkSteps): Promise<{ position: number } | Refusal> => {
  const wanted = [...new Set(ids)];
  const failure = failureOf(steps);
  const alone = wanted.length === 1;
  const refusals = (await inFlight(wanted, async (id) => ({ id, refused: await steps.check(id) }))).flatMap(
    ({ id, refused }) => (refused === null ? [] : [{ id, refused }]),
  );
  const [only] = refusals;
  if (only !== undefined) {
    if (alone) return only.refused;
    const failed = refusals.map(({ id, refused }) => failure(id, refused));
    return refuse('conflict', 'document.bulk', listed(failed), { data: { failed } });
  }
  const lacking = (await steps.ready?.()) ?? null;
  if (lacking !== null) return lacking;
  const done: number[] = [];
  const lost: { readonly id: number; readonly refused: Refusal }[] = [];
  let position = -1;
  await inFlight(wanted, async (id) => {
    const outcome = await steps.run(id);
    if (isRefusal(outcome)) lost.push({ id, refused: outcome });
    else {
      done.push(id);
      position = Math.max(position, outcome.position);
    }
  });
  const [first] = lost;
  if (first === undefined) return { position };
  if (alone) return first.refused;
  const failed = lost.map(({ id, refused }) => failure(id, refused));
  const message = done.length === 0 ? listed(failed) : `部分未处理，${listed(failed)}`;
  const settled = { position: Math.max(position, ...lost.map(({ refused }) => refused.settled?.position ?? -1)) };
  return refuse('conflict', 'document.bulk_race', message, { data: { done, failed }, settled });
};
