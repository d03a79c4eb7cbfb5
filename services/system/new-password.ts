/** A password that somebody chooses, for himself or for another. */
import { rawText } from '../contracts/values.ts';
import { lengthMessage, MAX_PASSWORD, MIN_PASSWORD } from '../platform/auth/password-rules.ts';

/** What every password keeps to; the rest depends on whose it is (password-policy.ts). Emoji are two units a character. */
export const NewPassword = rawText(2 * MAX_PASSWORD, { error: '新密码不能为空', long: lengthMessage(MIN_PASSWORD) })
  .min(1, '新密码不能为空')
  .min(MIN_PASSWORD, lengthMessage(MIN_PASSWORD));
