/** POST /base-customer/{id}/code (R136): a code goes to the customer's number, for the write that asked for it. */
import { z } from 'zod';
import { PartnerId } from '../contracts/ids.ts';
import { ProofPurpose } from '../contracts/proof.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import { DocumentYuan, fenFromYuan } from '../contracts/units.ts';
import { Withheld } from '../platform/http/withheld.ts';
import type { Log } from '../platform/base/log.ts';
import { SmsAway, type SmsSender } from '../platform/sms/sms.ts';
import { PROOF_MINUTES, type ProofCodes } from './proof.ts';

/** Whoever may send one of the writes that a code is for. */
const SENDERS = [
  'biz:bizSell:add',
  'biz:bizSell:edit',
  'biz:bizDeposit:add',
  'biz:bizDeposit:edit',
  'biz:bizDeposit:unaudit',
  'base:baseCustomer:edit',
  'base:baseCustomer:bind',
  'base:baseCustomer:merge',
];
const CodeBody = z.object({ purpose: ProofPurpose, amount: DocumentYuan.transform(fenFromYuan) });
const tooOften = (waitMs: number): Refusal => {
  const retryAfter = Math.ceil(waitMs / 1000);
  const data = { retryAfter };
  return refuse('too-many', 'proof.throttled', `验证码发送过于频繁，请${retryAfter}秒后再试`, { data });
};
type Deps = { readonly codes: ProofCodes; readonly sendSms: SmsSender | null; readonly log: Log };

export const proofRoute = ({ codes, sendSms, log }: Deps): Route =>
  route({
    method: 'POST',
    path: '/base-customer/:id/code',
    summary: '发送客户验证码',
    allow: SENDERS,
    params: z.object({ id: PartnerId }),
    body: CodeBody,
    data: z.object({ id: z.string() }),
    handler: async (call) => {
      const { purpose, amount: amountFen } = call.body;
      const made = await codes.create({ customerId: call.params.id, purpose, amountFen }, call);
      if (typeof made === 'number') return tooOften(made);
      if (isRefusal(made)) return made;
      const { id, phone, code } = made;
      try {
        await sendSms?.({ phone, code, minutes: PROOF_MINUTES, isProof: true });
      } catch (error) {
        if (!(error instanceof SmsAway)) throw error;
        await codes.withdraw(id);
        log.warn('code for a customer was not sent', { reason: error.reason });
        throw new Withheld('短信服务暂时不可用，请稍后再试，或由另一人授权');
      }
      return { data: { id }, msg: '验证码已发送' };
    },
  });
