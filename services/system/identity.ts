/** Who somebody is who says yes at another one's screen: the sign-in's verification without a session. */
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { isRefusal, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { SessionUser } from '../contracts/user.ts';
import { createDevices } from '../platform/auth/devices.ts';
import { createThrottle } from '../platform/auth/throttle.ts';
import type { Claim, ClaimedBy, Identity } from '../platform/auth/identity.ts';
import { slowly } from './second-factor.ts';
import type { SecondFactor } from './second-factor.ts';
import { personNamed } from './person-named.ts';
import { heldSince } from './other-approvers.ts';
import { sessionUser, SUPER_ROLE } from './session-user.ts';
import { verifyAccount } from './sign-in.ts';

/** A failed sign-in as a wrong field: 401 and 403 would end or deny the session of whoever asks. */
const atField = (refusal: Refusal): Refusal => {
  if (refusal.kind === 'too-many') return refusal;
  const path = refusal.kind === 'forbidden' ? 'username' : 'password';
  return refuseField(refusal.code, path, refusal.message);
};

type Deps = { readonly db: DatabasePool; readonly factor: SecondFactor };
/** The code of an account that has a second factor; whoever needs one and has none yet signs in first. */
const refuseCode = async ({ db, factor }: Deps, user: SessionUser, claim: Claim, by: ClaimedBy) => {
  const { active, required } = await factor.stateOf(user.id);
  if (!active) {
    return required ? refuseField('auth.no_second', 'username', '请授权人先登录并绑定身份验证器') : null;
  }
  if (claim.code === '') return refuseField('auth.no_code', 'code', '请输入授权人的动态验证码');
  const device = await createDevices(db, false).knownTo(user.id, by.client.device);
  const attempt = { username: user.username, ip: by.client.ip, device };
  return slowly(createThrottle(db), attempt, by.now, () => factor.redeem(user.id, claim.code, by.now));
};

const DISABLED = refuseField('auth.disabled', 'username', '该用户已停用，请联系管理员');
const Named = z.object({ id: z.int(), username: z.string() });
/** Whoever has a second factor gives its code alone (R131): it is in his hand, a password may be known to two. */
const provedByCode = async ({ db, factor }: Deps, { username, code }: Claim, by: ClaimedBy) => {
  const named = await db.maybeOne(sql.type(Named)`
    SELECT id, username FROM master.sys_user WHERE ${personNamed(username)}`);
  const device = named === null ? null : await createDevices(db, false).knownTo(named.id, by.client.device);
  const attempt = { username, ip: by.client.ip, device };
  const isRight = async (): Promise<boolean> =>
    named !== null && (await factor.stateOf(named.id)).active && factor.redeem(named.id, code, by.now);
  const refused = await slowly(createThrottle(db), attempt, by.now, isRight);
  return refused ?? (named === null ? DISABLED : ((await sessionUser(db, named.id)) ?? DISABLED));
};

const provedByPassword = async (deps: Deps, claim: Claim, by: ClaimedBy): Promise<SessionUser | Refusal> => {
  const { db } = deps;
  const parts = { db, throttle: createThrottle(db), devices: createDevices(db, false) };
  const account = await verifyAccount(parts, claim, by);
  if (isRefusal(account)) return atField(account);
  const user = await sessionUser(db, account.id);
  if (user === null) return DISABLED;
  return (await refuseCode(deps, user, claim, by)) ?? user;
};

const confirm = async (deps: Deps, claim: Claim, by: ClaimedBy): Promise<SessionUser | Refusal> => {
  if (claim.username === '') return refuseField('auth.no_username', 'username', '请输入授权人的用户名');
  if (claim.password === '' && claim.code === '')
    return refuseField('auth.no_password', 'password', '请输入授权人的密码');
  const user = await (claim.password === '' ? provedByCode : provedByPassword)(deps, claim, by);
  if (isRefusal(user)) return user;
  // A password that somebody else chose is known to two.
  return user.mustChangePassword
    ? refuseField('auth.must_change_password', 'username', '请授权人先登录并修改初始密码')
    : user;
};

const Holder = z.object({ id: z.int(), name: z.string(), username: z.string(), all: z.boolean() });

export const createIdentity = (db: DatabasePool, factor: SecondFactor): Identity => ({
  confirm: (claim, by) => confirm({ db, factor }, claim, by),
  userOf: (id) => sessionUser(db, id),
  heldSince: (key) => heldSince(db, key),
  holders: async (permission, shopId) => {
    const found = await db.any(sql.type(Holder)`
      SELECT u.id, u.nick_name AS name, u.username, bool_or(r.role_key = ${SUPER_ROLE}) AS all
      FROM master.sys_user u JOIN master.sys_role r ON r.id = ANY (u.role_ids) AND r.status = '2'
      WHERE u.status = '2' AND (u.lock_shops = '{}' OR u.lock_shops @> ARRAY[${shopId}::bigint] OR ${shopId}::bigint IS NULL)
        AND (r.role_key = ${SUPER_ROLE}
          OR EXISTS (SELECT FROM master.sys_menu m WHERE m.id = ANY (r.menu_ids) AND m.permission = ${permission}))
      GROUP BY u.id ORDER BY u.id`);
    const others = found.filter(({ all }) => !all);
    return (others.length > 0 ? others : found).map(({ id, name, username }) => ({ id, name, username }));
  },
});
