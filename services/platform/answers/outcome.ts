/** What a call came to, before it is sent: status and envelope (R29), or raw bytes. */
import { isRefusal, STATUS_OF } from '../../contracts/refusal.ts';
import type { Refusal, SettledAt } from '../../contracts/refusal.ts';
import { isRaw, isWrite } from '../../contracts/route.ts';
import type { Answer, RawAnswer, Route } from '../../contracts/route.ts';
import { parsedBy } from '../base/fitting.ts';
import { checkedOnce } from './checked-texts.ts';
import { asSeen, type Sees } from './withheld-fields.ts';

export type Envelope = { readonly code: number; readonly msg: string; readonly data: unknown };
export type Outcome =
  | { readonly kind: 'raw'; readonly status: number; readonly raw: RawAnswer }
  | {
      readonly kind: 'envelope';
      readonly status: number;
      readonly envelope: Envelope;
      readonly etag?: number | undefined;
      /** A Set-Cookie; no repeat of a command has it. */
      readonly cookie?: string | undefined;
      readonly settled?: SettledAt | undefined;
      /** What is shown is older than it should be, as the message says. */
      readonly behind?: boolean;
      /** Its data is answered again as it is. */
      readonly kept?: true;
      /** The answer of an earlier attempt with the same key. */
      readonly replayed?: boolean | undefined;
    };

export const OK_READ = '查询成功';
export const OK_WRITE = '操作成功';

/** An answer that breaks its own schema: a fault of the route, never of the caller. */
export class BadAnswer extends Error {
  constructor(route: Route, cause: unknown) {
    super(`answer of ${route.method} ${route.path} does not fit its schema`, { cause });
    this.name = 'BadAnswer';
  }
}

export const refusalOutcome = (refusal: Refusal): Outcome => {
  const status = STATUS_OF[refusal.kind];
  const data = refusal.data ?? refusal.fields ?? null;
  return { kind: 'envelope', status, envelope: { code: status, msg: refusal.message, data }, settled: refusal.settled };
};

const checked = (route: Route, { data: answered, kept }: Answer<unknown>, sees: Sees): unknown => {
  const { data } = route;
  if (data === undefined) return answered;
  const seen = asSeen(data, answered, sees);
  const check = (): unknown => {
    const parsed = parsedBy(data, seen);
    if (!parsed.success) throw new BadAnswer(route, parsed.error);
    return parsed.data;
  };
  return kept === true ? checkedOnce(seen, check) : check();
};

const messageOf = (route: Route, { behind, msg }: Answer<unknown>): string =>
  behind ?? msg ?? (isWrite(route) ? OK_WRITE : OK_READ);
/**
 * What tells the cost of goods is left out and what belongs to a person is masked for whoever may not see it (R13, R114), whatever the handler put there.
 * @throws {BadAnswer} when the data does not fit the route's schema.
 */
export const outcomeOf = (route: Route, answer: Answer<unknown> | RawAnswer | Refusal, sees: Sees): Outcome => {
  if (isRefusal(answer)) return refusalOutcome(answer);
  if (isRaw(answer)) return { kind: 'raw', status: answer.status ?? 200, raw: answer };
  const msg = messageOf(route, answer);
  return {
    kind: 'envelope',
    status: 200,
    envelope: { code: 200, msg, data: checked(route, answer, sees) ?? null },
    etag: answer.etag,
    ...(answer.cookie !== undefined && { cookie: answer.cookie }),
    settled: answer.settled,
    ...(answer.behind !== undefined && { behind: true }),
    ...(answer.kept === true && { kept: true }),
  };
};
export const isAccepted = (outcome: Outcome): boolean => outcome.status < 400;
