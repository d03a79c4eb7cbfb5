/** What a password may be. The list of common ones is read when the first password is judged, not at the start. */

export const MIN_PASSWORD = 6;
/** For whoever sees costs or grants rights. */
export const MIN_STRONG_PASSWORD = 8;
export const MAX_PASSWORD = 20;
const COMMON = 10_000;

let common: Promise<ReadonlySet<string>> | undefined;
const commonPasswords = async (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].slice(0, COMMON).map((word) => word.toLowerCase())),
  );
  return common;
};

export const lengthMessage = (least: number): string => `长度在 ${least} 到 ${MAX_PASSWORD} 个字符`;

export type PasswordChoice = {
  readonly password: string;
  readonly username: string;
  /** Shortest length for this user. */
  readonly least: number;
  /** The installation's first password for new users, where it may not stay. */
  readonly initial?: string | null;
};

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** What is wrong with a password, in Chinese; null when nothing is. Characters count, whatever their bytes. */
export const passwordProblem = async ({
  password,
  username,
  least,
  initial = null,
}: PasswordChoice): Promise<string | null> => {
  const letters = Array.from(password);
  if (letters.length < least || letters.length > MAX_PASSWORD) return lengthMessage(least);
  if (new Set(letters).size === 1) return '密码不能由同一个字符重复组成';
  if (same(password, username)) return '密码不能与登录名称相同';
  if (initial !== null && password === initial) return '不能继续使用初始密码';
  if ((await commonPasswords()).has(password.toLowerCase())) return '这个密码太常见，很容易被猜到，请换一个';
  return null;
};
