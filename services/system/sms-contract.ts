/** Messages to telephones on the wire (R113, R126). */
import { z } from 'zod';
import { patternText } from '../contracts/values.ts';

/** A mobile number of the mainland. */
export const MOBILE = /^1[3-9]\d{9}$/;
export const SMS_TEST_PATH = '/sms/test';
/** To whom a message goes that tries out the provider. */
export const SmsTrial = z.object({ phone: patternText(MOBILE, '请输入正确的手机号码', '手机号码不能为空') });
export type SmsTrial = z.infer<typeof SmsTrial>;
