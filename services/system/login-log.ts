/** One row per try to sign in, refused or not; a user knows when he last came in. */
import { UAParser } from 'my-ua-parser';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import type { Call } from '../contracts/route.ts';
import { addValues } from '../platform/operation-log/log-values.ts';
import { withoutPrivateText } from '../platform/base/plain-text.ts';
import { personNamed } from './person-named.ts';

const versioned = ({ name, version }: { readonly name?: string | undefined; readonly version?: string | undefined }) =>
  [name, version].filter(Boolean).join(' ');
/** Browser and system of a user agent as lists name them: `Chrome 126`, `Windows 10`, `desktop`. */
export const agentOf = (userAgent: string) => {
  const { browser, os, device } = UAParser(userAgent);
  return { browser: versioned(browser), os: versioned(os), platform: device.type ?? 'desktop' };
};

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
      UPDATE master.sys_user SET last_sign_in_at = ${now.toISOString()} WHERE id = (SELECT id FROM master.sys_user WHERE ${personNamed(username)})`);
  }
  const { browser, os, platform } = agentOf(client.userAgent);
  const name = withoutPrivateText(username);
  await db.query(sql.unsafe`
    WITH held AS (${addValues([
      { field: 'ipaddr', value: client.ip },
      { field: 'username', value: name },
    ])})
    INSERT INTO master.login_log (username, status, msg, ipaddr, browser, os, platform, login_time)
    VALUES (${name}, ${done ? '2' : '1'}, ${withoutPrivateText(msg)}, ${client.ip}, ${browser},
      ${os}, ${platform}, ${now.toISOString()})`);
};
