/** Five characters as a picture: single use, five minutes. */
import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import svgCaptcha from 'svg-captcha';
import { z } from 'zod';

const LENGTH = 5;
const VALID_MS = 5 * 60_000;

export type Captcha = {
  readonly create: (now: Date) => Promise<{ readonly id: string; readonly image: string }>;
  /** True once for the right answer; a wrong one uses the picture up too. */
  readonly redeem: (id: string, answer: string, now: Date) => Promise<boolean>;
};

/** `draw` is replaceable so that tests know the answer. */
export const createCaptcha = (
  db: DatabasePool,
  draw: () => { text: string; data: string } = () =>
    svgCaptcha.create({ size: LENGTH, ignoreChars: '0oO1iIlL', noise: 2, width: 130, height: 44, fontSize: 42 }),
): Captcha => ({
  create: async (now) => {
    const { text, data } = draw();
    const id = randomUUID();
    const expires = new Date(now.getTime() + VALID_MS).toISOString();
    await db.query(sql.unsafe`
      INSERT INTO master.captcha (id, answer, expires_at) VALUES (${id}, ${text.toLowerCase()}, ${expires})`);
    return { id, image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` };
  },
  redeem: async (id, answer, now) => {
    if (!z.uuid().safeParse(id).success) return false;
    const row = await db.maybeOne(sql.type(z.object({ answer: z.string(), fresh: z.boolean() }))`
      DELETE FROM master.captcha WHERE id = ${id}
      RETURNING answer, expires_at > ${now.toISOString()}::timestamptz AS fresh`);
    return row !== null && row.fresh && row.answer === answer.trim().toLowerCase();
  },
});
