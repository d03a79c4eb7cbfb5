/** One row per try to sign in, refused or not; a user knows when he last came in. */
import { UAParser } from 'my-ua-parser';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import type { Call } from '../contracts/route.ts';
import { withoutPrivateText } from '../platform/plain-text.ts';

export type SignInTry = {
  readonly username: string;
  readonly done: boolean;
  readonly msg: string;
};
export const writeLoginLog = async (
  db: DatabasePool,
  { username, done, msg }: SignInTry,
  { client, now }: Pick<Call<unknown, unknown, unknown>, 'client' | 'now'>,
): Promise<void> => {
  if (done) {
    await db.query(sql.unsafe`
      UPDATE master.sys_user SET last_sign_in_at = ${now.toISOString()} WHERE lower(username) = lower(${username})`);
  }
  const agent = UAParser(client.userAgent);
  await db.query(sql.unsafe`
    INSERT INTO master.login_log (username, status, msg, ipaddr, browser, os, platform, login_time)
    VALUES (${withoutPrivateText(username)}, ${done ? '2' : '1'}, ${withoutPrivateText(msg)}, ${client.ip},
      ${[agent.browser.name, agent.browser.version].filter(Boolean).join(' ')},
      ${[agent.os.name, agent.os.version].filter(Boolean).join(' ')}, ${agent.device.type ?? 'desktop'},
      ${now.toISOString()})`);
};
