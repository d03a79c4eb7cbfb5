/** Five characters as a picture: single use, five minutes, so many a minute for one address. */
import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { pictureOf, randomText } from './captcha-picture.ts';
import { networkOf } from './throttle.ts';

const VALID_MS = 5 * 60_000;
/** Pictures for one address: a whole shop behind one line signs in at once, a script asks for more. */
const PER_MINUTE = 60;
const MINUTE_MS = 60_000;
/** Drawn at the same time; hashing passwords and reading files need the same few threads. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 40;

export type Captcha = {
  /** A new picture, or the milliseconds to wait: this address, or everybody together, asked for too many. */
  readonly create: (ip: string, now: Date) => Promise<{ readonly id: string; readonly image: string } | number>;
  /** True once for the right answer; a wrong one uses the picture up too. */
  readonly redeem: (id: string, answer: string, now: Date) => Promise<boolean>;
};

const Counted = z.object({ count: z.int(), startedAt: z.number() });
/** Milliseconds until this address may ask again; 0 means now, and the picture is counted. */
const waitOf = async (db: DatabasePool, ip: string, now: number): Promise<number> => {
  const fresh = sql.fragment`extract(epoch FROM a.last_at) * 1000 <= ${now - MINUTE_MS}`;
  const { count, startedAt } = await db.one(sql.type(Counted)`
    INSERT INTO master.login_attempt AS a (subject, failures, last_at)
    VALUES (${`captcha:${networkOf(ip)}`}, 1, to_timestamp(${now / 1000}))
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN ${fresh} THEN 1 ELSE least(a.failures + 1, 1000) END,
      last_at = CASE WHEN ${fresh} THEN excluded.last_at ELSE a.last_at END
    RETURNING failures AS count, extract(epoch FROM last_at)::float8 * 1000 AS "startedAt"`);
  return count > PER_MINUTE ? Math.max(1, startedAt + MINUTE_MS - now) : 0;
};

/** Runs so many at once, lets so many wait, and answers null to the rest. */
const limited = <Result>(work: (text: string) => Promise<Result>): ((text: string) => Promise<Result | null>) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (text) => {
    if (running >= MOST_AT_ONCE) {
      if (waiting.length >= MOST_WAITING) return null;
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work(text);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};

export const createCaptcha = (db: DatabasePool): Captcha => {
  const draw = limited(pictureOf);
  return {
    create: async (ip, now) => {
      const wait = await waitOf(db, ip, now.getTime());
      if (wait > 0) return wait;
      const text = randomText();
      const picture = await draw(text);
      if (picture === null) return 1_000;
      const id = randomUUID();
      const expires = new Date(now.getTime() + VALID_MS).toISOString();
      await db.query(sql.unsafe`
        INSERT INTO master.captcha (id, answer, expires_at) VALUES (${id}, ${text.toLowerCase()}, ${expires})`);
      return { id, image: `data:image/webp;base64,${picture.toString('base64')}` };
    },
    redeem: async (id, answer, now) => {
      if (!z.uuid().safeParse(id).success) return false;
      const row = await db.maybeOne(sql.type(z.object({ answer: z.string(), fresh: z.boolean() }))`
        DELETE FROM master.captcha WHERE id = ${id}
        RETURNING answer, expires_at > ${now.toISOString()}::timestamptz AS fresh`);
      return row !== null && row.fresh && row.answer === answer.trim().toLowerCase();
    },
  };
};
