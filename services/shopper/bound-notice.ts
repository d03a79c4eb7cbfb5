/** The number of the record hears of a binding at the counter (R160); what fails there is in the way of nothing. */
import { momentInWords } from '../contracts/dates.ts';
import { MOBILE_NUMBER } from '../contracts/phone.ts';
import type { Config } from '../platform/process/config.ts';
import type { Log } from '../platform/base/log.ts';
import { SmsAway, smsSender } from '../platform/sms/sms.ts';

/** What came of it, as the row in 异常 says it; '' where no message is set up. */
export type BoundNotice = (mobile: string, now: Date) => Promise<string>;
export const boundNotice = ({ sms }: Pick<Config, 'sms'>, log: Pick<Log, 'warn'>): BoundNotice => {
  if (sms?.noticeTemplate === undefined) return () => Promise.resolve('');
  const send = smsSender(sms);
  return async (mobile, now) => {
    if (!MOBILE_NUMBER.test(mobile)) return '，登记的号码收不到短信';
    try {
      await send({ phone: mobile, time: momentInWords(now) });
      return '，已发短信告知登记的号码';
    } catch (error) {
      if (!(error instanceof SmsAway)) throw error;
      log.warn('a customer was not told that his record was bound', { reason: error.reason });
      return '，告知本人的短信没有发出';
    }
  };
};
