/**
 * Nobody finds a masked number by trying (R140): a whole number that finds nobody, on any route, and every save that sets another one
 * count, so many a user in ten minutes, whichever process is asked.
 */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import type { ExceptionDesk } from '../../contracts/exception.ts';
import { isMasked } from '../../contracts/person.ts';
import { phoneDigits } from '../../contracts/phone.ts';
import { refuse, type Refusal } from '../../contracts/refusal.ts';
import { isWrite, type Actor, type Route } from '../../contracts/route.ts';
import { seesPersons } from '../../contracts/user.ts';
import { LOCKS } from '../locks/advisory-locks.ts';

const MOST = 30;
const MINUTES = 10;
const WHOLE = 11;
/** The second key of a lock has 32 bits. */
const MOST_IN_A_KEY = 2 ** 31 - 1;
/** Fields that hold a number of a person, or anything by which one is found. */
const FIELD = /mobile|phone|customer|keyword/i;

/** Numbers of staff, suppliers and shops are shown to everybody who may list them (R114): nothing is found by trying. */
const OPEN = /^\/(sys-user|user|base-supplier|base-shop)(\/|$)/;

/** Fields in which nothing but a number is looked for: letters around one hide nothing. */
const NUMBER_FIELD = /mobile|phone/i;
const isWhole = (name: string, value: unknown): boolean =>
  typeof value === 'string' &&
  !isMasked(value) &&
  phoneDigits(value).length >= WHOLE &&
  (NUMBER_FIELD.test(name) || !/\p{L}/u.test(value));
const holdsNumber = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  Object.entries(input).some(([name, value]) => FIELD.test(name) && isWhole(name, value));
type Asked = { readonly query: unknown; readonly body: unknown };
/**
 * Whether a call asks for a number, or sets one. Who sees numbers sends them back with every save; who does not sends a mask, so a
 * whole one is another one.
 */
export const asksNumber = (route: Route, { query, body }: Asked, user: Actor['user']): boolean => {
  if (OPEN.test(route.path)) return false;
  if (!isWrite(route)) return holdsNumber(query);
  return route.method !== 'DELETE' && !seesPersons(user) && holdsNumber(body);
};
/** Whether an answer tells of anybody. An export says nothing before it has gone: it counts. */
export const foundSomebody = (answer: object): boolean => {
  if ('raw' in answer) return false;
  const data = 'data' in answer ? answer.data : null;
  if (Array.isArray(data)) return data.length > 0;
  if (typeof data !== 'object' || data === null) return data !== null && data !== undefined;
  const list = 'list' in data ? data.list : undefined;
  return Array.isArray(list) ? list.length > 0 : true;
};

const Miss = z.object({ id: z.int() });
const TOO_MANY = refuse('too-many', 'persons.misses', `号码查询过于频繁，请${MINUTES}分钟后再试`);
export interface NumberMisses {
  /** Counts one, to be given back where somebody was found; the refusal where there were too many. */
  enter(by: Actor): Promise<{ readonly giveBack: () => Promise<void> } | Refusal>;
}
export const numberMisses = (db: DatabasePool, exceptions: ExceptionDesk): NumberMisses => ({
  enter: async (by) => {
    const { user, now } = by;
    const moment = sql.fragment`${now.toISOString()}::timestamptz`;
    const since = sql.fragment`${moment} - ${`${MINUTES} minutes`}::interval`;
    const miss = await db.transaction(async (tx) => {
      // Tries at the same moment come one after the other.
      await tx.query(sql.unsafe`SELECT pg_advisory_xact_lock(${LOCKS.numberMisses.first}, ${user.id % MOST_IN_A_KEY})`);
      await tx.query(sql.unsafe`DELETE FROM master.number_miss WHERE user_id = ${user.id} AND at <= ${since}`);
      return tx.maybeOne(sql.type(Miss)`
        INSERT INTO master.number_miss (user_id, at)
        SELECT ${user.id}, ${moment}
        WHERE (SELECT count(*) FROM master.number_miss WHERE user_id = ${user.id}) < ${MOST}
        RETURNING id`);
    });
    if (miss === null) {
      const what = `${MINUTES}分钟内${MOST}次试客户号码未果，已暂停查询`;
      // One fact for all the tries of these minutes: the key is that of the first refused one's window.
      const window = Math.floor(now.getTime() / (MINUTES * 60_000));
      await exceptions.note({ kind: 'misses', shopId: null, what }, { ...by, key: `misses-${user.id}-${window}` });
      return TOO_MANY;
    }
    const giveBack = async (): Promise<void> => {
      await db.query(sql.unsafe`DELETE FROM master.number_miss WHERE id = ${miss.id}`);
    };
    return { giveBack };
  },
});
