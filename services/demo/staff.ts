/** Demo users: random passwords per installation, kept beside the admin's (R41). */
import fs from 'node:fs';
import path from 'node:path';
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { hashPassword, randomPassword } from '../platform/auth/password.ts';
import { nextId } from '../platform/streams/wire-ids.ts';
import type { StaffPlan } from './people.ts';

export const DEMO_PASSWORDS_FILE = 'demo-passwords';
export type Staff = StaffPlan & { readonly id: number; readonly password: string };

type First = { readonly password: string; readonly mustChange: boolean };
const Known = z.object({ id: z.int() });
const plant = async (master: DatabasePool, plan: StaffPlan, { password, mustChange }: First): Promise<Staff> => {
  const known = await master.maybeOneFirst(
    sql.type(Known)`SELECT id FROM master.sys_user WHERE lower(username) = ${plan.username}`,
  );
  const id = known ?? (await nextId(master));
  await master.query(sql.unsafe`
    INSERT INTO master.sys_user (id, username, nick_name, sex, phone, email, password_hash, must_change_password, dept_id, post_id, role_ids, lock_shops)
    VALUES (${id}, ${plan.username}, ${plan.nickName}, ${plan.sex}, ${plan.phone}, ${plan.email}, ${await hashPassword(password)}, ${mustChange}, ${plan.deptId ?? 1}, ${plan.postId ?? null},
      ${sql.array([plan.roleId], 'int8')}, ${sql.array(plan.shops, 'int8')})
    ON CONFLICT (id) DO NOTHING`);
  return { ...plan, id, password };
};

/**
 * Plants the users and writes their passwords to `DATA_DIR/demo-passwords` (mode 600). `mustChange`: others than this
 * machine can reach the house, so nobody keeps a password that stands in a file.
 */
export const plantStaff = async (
  master: DatabasePool,
  { dataDir, mustChange }: { readonly dataDir: string; readonly mustChange: boolean },
  plans: readonly StaffPlan[],
): Promise<readonly Staff[]> => {
  const staff: Staff[] = [];
  const lines: string[] = [];
  for (const plan of plans) {
    const password = randomPassword();
    staff.push(await plant(master, plan, { password, mustChange }));
    lines.push(`${plan.username}\t${password}\t${plan.nickName}`);
  }
  fs.writeFileSync(path.join(dataDir, DEMO_PASSWORDS_FILE), `${lines.join('\n')}\n`, { mode: 0o600 });
  return staff;
};
