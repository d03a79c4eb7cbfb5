/**
 * `npm run reset-second-factor -- <username>`: for user 1, whom nobody else may reset, or when no administrator is left who
 * can sign in. Whoever runs it has the machine; the house may run meanwhile.
 */
import { parseArgs } from 'node:util';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { withDatabase } from '../../platform/commands/command-database.ts';
import { runCommand, say } from '../../platform/commands/command-line.ts';
import { writeLoginLog } from '../login-log.ts';
import { personNamed } from '../person-named.ts';
import { forgetSecondFactor } from '../second-factor.ts';

const HERE = { ip: '127.0.0.1', userAgent: 'reset-second-factor' };

/** False when there is no such user. Ends his sessions, as a reset from the console does. */
export const resetByName = async (db: DatabasePool, username: string, now: Date): Promise<boolean> => {
  const userId = await db.maybeOneFirst(sql.type(z.object({ id: z.int() }))`
    SELECT id FROM master.sys_user WHERE ${personNamed(username)}`);
  if (userId === null) return false;
  await db.transaction(async (tx) => {
    await forgetSecondFactor(tx, userId);
    await tx.query(sql.unsafe`DELETE FROM master.sign_in_ticket WHERE user_id = ${userId}`);
    await tx.query(sql.unsafe`DELETE FROM master.session_family WHERE user_id = ${userId}`);
    await tx.query(sql.unsafe`DELETE FROM master.known_device WHERE user_id = ${userId}`);
  });
  const msg = '两步验证已由命令行重置';
  await writeLoginLog(db, { username, done: true, msg }, { client: HERE, now });
  return true;
};

const HELP = `用法：npm run reset-second-factor -- 用户名

去掉一个用户的两步验证，并让他重新登录；系统可以同时运行。设置与 npm start 相同（DATA_DIR、DATABASE_URL）。

退出码：0 已重置，1 没有这个用户，或没有重置`;
if (import.meta.main)
  await runCommand(HELP, async (args, stop) => {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
    const [username, ...more] = positionals;
    if (username === undefined || more.length > 0)
      throw new TypeError('请给出一个用户名：npm run reset-second-factor -- 用户名');
    const found = await withDatabase({ applicationName: 'reset', size: 1, stop }, ({ db }) =>
      resetByName(db, username, new Date()),
    );
    say(found ? `✓ ${username} 的两步验证已重置，请重新登录` : `✗ 没有用户 ${username}`);
    return found ? 0 : 1;
  });
