/** Shoppers who are signed in, each at a telephone with a kept connection of its own: the doors they came in by stand elsewhere. */
import { sessionCookie } from '../../services/platform/auth/shopper-cookies.ts';
import { signingKey } from '../../services/platform/auth/signing-key.ts';
import { openPool } from 'services/platform/base/database';
import { openSession } from '../../services/shopper/sessions.ts';
import { lineOf } from './house.mjs';

/** Calls of an address are counted by the minute: they come in by the networks of so many shops. */
const NETWORKS = 4;
/** `who`: an openId, or a record whose number was proved outside the app. */
export const phonesOf = async ({ url, base }, who) => {
  const pool = await openPool(url, { applicationName: 'bench', size: 1 });
  const key = await signingKey(pool, 'shopper')();
  const phones = [];
  for (const [n, one] of who.entries()) {
    const token = await openSession(pool, one, { before: null, now: new Date() });
    const [cookie] = sessionCookie(token, key, false).split(';');
    phones.push(await lineOf(base, `Cookie: ${cookie}`, `127.0.0.${2 + (n % NETWORKS)}`));
  }
  await pool.end();
  return phones;
};
