/** The rules of a new password (S2§5), and what is still said while somebody mends it. Pure. */
import type { FieldErrors } from 'root-config/api';

export type Passwords = { oldPassword: string; newPassword: string; confirmPassword: string };
export type PasswordErrors = FieldErrors<keyof Passwords>;

/** Old required, new 6 to 20 characters, confirmation equal to new. */
export const checkPasswords = ({ oldPassword, newPassword, confirmPassword }: Passwords): PasswordErrors => {
  const errors: PasswordErrors = {};
  if (oldPassword === '') errors.oldPassword = '旧密码不能为空';
  if (newPassword === '') errors.newPassword = '新密码不能为空';
  else if (newPassword.length < 6 || newPassword.length > 20) errors.newPassword = '长度在 6 到 20 个字符';
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
