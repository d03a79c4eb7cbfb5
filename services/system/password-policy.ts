/** Which rules hold for whose password: the setting `password_min_length`, and more for costs and rights. */
import type { CommonQueryMethods } from 'slonik';
import { ALL_PERMISSIONS } from '../contracts/user.ts';
import { MAX_PASSWORD, MIN_PASSWORD, MIN_STRONG_PASSWORD, passwordProblem } from '../platform/auth/password-rules.ts';
import { settingOf } from './setting.ts';
import type { PasswordRule } from './user-contract.ts';

/** Keys whose holder sees costs or decides what others may. */
const STRONG = /^(biz:cost:view|admin:sys(User|Role|Menu|Api):(?!list$|query$|export$)\w+)$/;
const isStrong = (keys: ReadonlySet<string>): boolean =>
  keys.has(ALL_PERMISSIONS) || [...keys].some((key) => STRONG.test(key));

export type Candidate = {
  readonly password: string;
  readonly username: string;
  /** Permission keys of the password's owner. */
  readonly keys: ReadonlySet<string>;
};

/** Shortest length for the holder of these keys. */
export const leastLength = async (db: CommonQueryMethods, keys: ReadonlySet<string>): Promise<number> => {
  const set = Number((await settingOf(db, 'password_min_length')) ?? MIN_PASSWORD);
  return Math.max(MIN_PASSWORD, Number.isInteger(set) ? set : 0, isStrong(keys) ? MIN_STRONG_PASSWORD : 0);
};

/** What a form says before a password is typed for somebody with these keys (S2§5). */
export const ruleOf = async (db: CommonQueryMethods, keys: ReadonlySet<string>): Promise<PasswordRule> => ({
  least: await leastLength(db, keys),
  strongLeast: await leastLength(db, new Set([ALL_PERMISSIONS])),
  longest: MAX_PASSWORD,
});

/** What is wrong with a password that its owner must change at the first sign-in: it may be the one for new users. */
export const problemOfFirst = async (
  db: CommonQueryMethods,
  { keys, ...candidate }: Candidate,
): Promise<string | null> => passwordProblem({ ...candidate, least: await leastLength(db, keys) });

/** What is wrong with a password that its owner wants to keep; null when nothing is. */
export const problemOfOwn = async (db: CommonQueryMethods, { keys, ...candidate }: Candidate): Promise<string | null> =>
  passwordProblem({
    ...candidate,
    least: await leastLength(db, keys),
    initial: await settingOf(db, 'sys_user_initPassword'),
  });
