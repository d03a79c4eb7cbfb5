/** Messages to telephones on the wire (R113, R126). */
import { z } from 'zod';
import { mobileText } from '../contracts/phone.ts';

export const SMS_TEST_PATH = '/sms/test';
/** To whom a message goes that tries out the provider. */
export const SmsTrial = z.object({ phone: mobileText('手机号码不能为空') });
export type SmsTrial = z.infer<typeof SmsTrial>;
