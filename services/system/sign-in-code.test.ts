import { expect, test } from 'vitest';
import { signInCodeRoutes } from './sign-in-code.ts';
import type { SignInDeps } from './sign-in-deps.ts';

/** The code is known in the answer only where nothing is sent: a demonstration without a provider (R113). */
test('a demonstration that sends nothing says the code itself', async () => {
  const made = { id: 'an-id', code: '12345' };
  const answered = async (sendSms: SignInDeps['sendSms']): Promise<unknown> => {
    const db = { maybeOneFirst: async () => '13800138000' };
    const deps = { db, loginCode: 'sms', sms: { create: async () => made }, sendSms } as unknown as SignInDeps;
    const sending = signInCodeRoutes(deps).find(({ path }) => path === '/login/sms');
    const answer = await sending?.handler({ body: { username: 'a' }, client: { ip: '::1' } } as never);
    return answer !== undefined && 'data' in answer ? answer.data : answer;
  };
  expect(await answered(null)).toEqual(made);
  expect(await answered(async () => undefined)).toEqual({ id: 'an-id' });
});
