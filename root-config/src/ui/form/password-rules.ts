/** The rules of a new password (S2§5), and what is still said while somebody mends it. Pure. */
import type { FieldErrors } from 'root-config/api';

export type Passwords = { oldPassword: string; newPassword: string; confirmPassword: string };
export type PasswordErrors = FieldErrors<keyof Passwords>;

const SHORTEST = 6;
const LONGEST = 20;
/** Whose password it is and how short it may be. */
export type PasswordOwner = { readonly username: string; readonly least: number };
type SignedIn = { readonly userName: string; readonly passwordMinLength?: number | undefined };
export const passwordOwner = (user: SignedIn | null): PasswordOwner => ({
  username: user?.userName ?? '',
  least: user?.passwordMinLength ?? SHORTEST,
});

/** The rules before anything is typed. */
export const passwordHint = ({ least }: PasswordOwner): string =>
  `${least} 到 ${LONGEST} 个字符；不能是登录名称、初始密码、常见密码或同一个字符的重复`;

/** What can be said of a new password without the server, which also knows the common ones and the first one. */
const newPasswordProblem = (password: string, { username, least }: PasswordOwner): string | undefined => {
  const letters = Array.from(password);
  if (letters.length === 0) return '新密码不能为空';
  if (letters.length < least || letters.length > LONGEST) return `长度在 ${least} 到 ${LONGEST} 个字符`;
  if (new Set(letters).size === 1) return '密码不能由同一个字符重复组成';
  return password.toLowerCase() === username.toLowerCase() ? '密码不能与登录名称相同' : undefined;
};

/** Old required, new by the rules for its owner, confirmation equal to new. */
export const checkPasswords = (
  { oldPassword, newPassword, confirmPassword }: Passwords,
  owner: PasswordOwner,
): PasswordErrors => {
  const errors: PasswordErrors = {};
  if (oldPassword === '') errors.oldPassword = '旧密码不能为空';
  const problem = newPasswordProblem(newPassword, owner);
  if (problem !== undefined) errors.newPassword = problem;
  if (confirmPassword === '') errors.confirmPassword = '确认密码不能为空';
  else if (confirmPassword !== newPassword) errors.confirmPassword = '两次输入的密码不一致';
  return errors;
};

/** Messages that still hold after one field was changed. @param now what stands in the fields since. */
export const stillSaid = (errors: PasswordErrors, changed: keyof Passwords, now: Passwords): PasswordErrors => {
  const { form: _, [changed]: __, ...left } = errors;
  // Beside an empty confirmation its message is true whatever the new password is.
  if (changed === 'newPassword' && now.confirmPassword !== '') delete (left as PasswordErrors).confirmPassword;
  return left;
};
