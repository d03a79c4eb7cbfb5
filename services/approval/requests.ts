/** Words from afar (R131): what a till asks stands sixty seconds, is answered in the approver's own session, and serves one save. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { cut } from '../contracts/limits.ts';
import { refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import type { WordAsk, WordAuthor, WordContext } from '../contracts/word.ts';
import { shopScope } from '../contracts/user.ts';
import { TEXTS } from '../contracts/values.ts';
import { PendingRequest, RequestState } from './contract.ts';
import { markOf } from './marks.ts';

const ASKED_MS = 600_000;
export const OPEN_MS = 60_000;
const USABLE_MS = 120_000;
const SWEPT_MS = 86_400_000;
const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();

/** Keeps what was refused for want of a word, so that a request can show it. Advice: a repeat writes it again. */
export const keepAsked = async (
  db: CommonQueryMethods,
  asks: readonly WordAsk[],
  place: WordContext,
  { user, now }: Pick<Actor, 'user' | 'now'>,
): Promise<void> => {
  const rows = asks.map((ask) => [
    markOf(ask, { place, askerId: user.id }),
    ask.message,
    ask.barcode ?? '',
    `{${(ask.notBy ?? []).join(',')}}`,
  ]);
  await db.query(sql.unsafe`DELETE FROM master.approval_ask WHERE at < ${before(now, SWEPT_MS)}::timestamptz`);
  await db.query(sql.unsafe`
    INSERT INTO master.approval_ask (mark, asker_id, shop_id, customer_id, act, route, document_no, message, barcode, not_by, at)
    SELECT DISTINCT ON (t.mark) t.mark, ${user.id}::bigint, ${place.shopId}::bigint, ${place.customerId ?? null}::bigint, ${place.act}, ${place.route},
      ${place.documentNo ?? ''}, t.message, t.barcode, t.not_by::bigint[], ${now.toISOString()}::timestamptz
    FROM ${sql.unnest(rows, ['text', 'text', 'text', 'text'])} AS t (mark, message, barcode, not_by)
    ON CONFLICT (mark) DO UPDATE SET at = excluded.at`);
};

const AskedRow = z.object({
  shopId: z.int().nullable(),
  act: z.string(),
  documentNo: z.string(),
  message: z.string(),
  barcode: z.string(),
  notBy: z.array(z.int()),
});
const askedBy = (db: CommonQueryMethods, marks: readonly string[], { user, now }: Pick<Actor, 'user' | 'now'>) =>
  db.any(sql.type(AskedRow)`
    SELECT shop_id AS "shopId", act, document_no AS "documentNo", message, barcode, not_by AS "notBy" FROM master.approval_ask
    WHERE mark = ANY (${sql.array([...marks], 'text')}) AND asker_id = ${user.id}
      AND at > ${before(now, ASKED_MS)}::timestamptz ORDER BY mark`);

/** Shop of what a mark was asked for, and whose word does not do; null: not asked here lately. */
export const shopOfMark = async (
  db: CommonQueryMethods,
  mark: string,
  by: Pick<Actor, 'user' | 'now'>,
): Promise<{ readonly shopId: number | null; readonly notBy: readonly number[] } | null> =>
  (await askedBy(db, [mark], by))[0] ?? null;

/** @returns the end of its sixty seconds, or a 422 where nothing of it was asked. */
export const makeRequest = async (
  db: CommonQueryMethods,
  { id, marks }: { readonly id: number; readonly marks: readonly string[] },
  by: Pick<WordAuthor, 'user' | 'now' | 'client'>,
): Promise<{ readonly id: number; readonly until: string } | Refusal> => {
  const { user, now, client } = by;
  const asked = await askedBy(db, [...new Set(marks)], by);
  const [first] = asked;
  if (first === undefined || asked.length !== new Set(marks).size)
    return refuseField('word.not_asked', 'marks', '需要授权的内容有变化，请重新保存');
  const until = new Date(now.getTime() + OPEN_MS).toISOString();
  const shown = asked.map(({ barcode, message }) => cut(`${barcode} ${message}`.trim(), TEXTS.filter));
  const act = cut(`${first.act}${first.documentNo}`, TEXTS.filter);
  const notBy = [...new Set(asked.flatMap((one) => one.notBy))];
  await db.query(sql.unsafe`DELETE FROM master.approval_request WHERE at < ${before(now, SWEPT_MS)}::timestamptz`);
  await db.query(sql.unsafe`
    INSERT INTO master.approval_request (id, asker_id, asker_name, till, shop_id, act, marks, shown, not_by, at, until)
    VALUES (${id}, ${user.id}, ${user.nickName}, ${client.till ?? ''}, ${first.shopId}::bigint, ${act},
      ${sql.array([...marks], 'text')}, ${sql.array(shown, 'text')}, ${sql.array(notBy, 'int8')},
      ${now.toISOString()}::timestamptz, ${until}::timestamptz)
    ON CONFLICT (id) DO NOTHING`);
  return { id, until };
};

/** What this user may answer now; shops of the whole chain are for whoever is not limited. */
const answerable = ({ user, now }: Pick<Actor, 'user' | 'now'>) => {
  const shops = shopScope(user);
  const here = shops === null ? sql.fragment`true` : sql.fragment`r.shop_id = ANY (${sql.array([...shops], 'int8')})`;
  return sql.fragment`r.answer = '' AND r.until > ${now.toISOString()}::timestamptz AND ${here}
    AND r.asker_id <> ${user.id} AND NOT ${user.id}::bigint = ANY (r.not_by)`;
};
export const pendingRequests = (
  db: CommonQueryMethods,
  by: Pick<Actor, 'user' | 'now'>,
): Promise<readonly PendingRequest[]> =>
  db.any(sql.type(PendingRequest)`
    SELECT r.id, r.asker_name AS asker, coalesce(s.name, '') AS "shopName", r.till, r.act, r.shown, r.at, r.until
    FROM master.approval_request r LEFT JOIN master.shop s ON s.id = r.shop_id
    WHERE ${answerable(by)} ORDER BY r.at LIMIT 20`);

const Id = z.object({ id: z.int() });
export const answerRequest = async (
  db: CommonQueryMethods,
  { id, answer, reason }: { readonly id: number; readonly answer: '1' | '2'; readonly reason: string },
  by: Pick<Actor, 'user' | 'now'>,
): Promise<Refusal | null> => {
  const { user, now } = by;
  const done = await db.maybeOne(sql.type(Id)`
    UPDATE master.approval_request r SET answer = ${answer}, reason = ${reason}, approver_id = ${user.id},
      approver_name = ${user.nickName}, answered_at = ${now.toISOString()}::timestamptz
    WHERE r.id = ${id} AND ${answerable(by)} RETURNING r.id`);
  return done === null ? refuse('conflict', 'word.request_over', '请求已过期或已被答复') : null;
};

export const requestState = (
  db: CommonQueryMethods,
  id: number,
  { user, now }: Pick<Actor, 'user' | 'now'>,
): Promise<RequestState | null> =>
  db.maybeOne(sql.type(RequestState)`
    SELECT id, until, CASE WHEN answer = '' AND until <= ${now.toISOString()}::timestamptz THEN '3' ELSE answer END AS answer,
      reason, approver_name AS approver
    FROM master.approval_request WHERE id = ${id} AND asker_id = ${user.id}`);

const Answered = z.object({ approverId: z.int(), reason: z.string(), marks: z.array(z.string()) });
export type AnsweredRequest = z.infer<typeof Answered>;
/** Spends a yes for one save: a repeat of the same command finds it spent for itself; null where there is none. */
export const spendRequest = (
  db: CommonQueryMethods,
  id: number,
  { user, now, key }: Pick<Actor, 'user' | 'now' | 'key'>,
): Promise<AnsweredRequest | null> =>
  db.maybeOne(sql.type(Answered)`
    UPDATE master.approval_request SET used_key = ${key}
    WHERE id = ${id} AND asker_id = ${user.id} AND answer = '1' AND answered_at > ${before(now, USABLE_MS)}::timestamptz
      AND (used_key IS NULL OR used_key = ${key})
    RETURNING approver_id AS "approverId", reason, marks`);
