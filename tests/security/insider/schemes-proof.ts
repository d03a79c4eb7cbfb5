/** Schemes with the codes that go to customers (R136). */
import { expect } from 'vitest';
import { USER_PASSWORD, type Reply } from '../../support/app.ts';
import { oldNumber } from '../../support/old-number.ts';
import type { Insiders, Person } from './house.ts';
import { rich } from './schemes-people.ts';
import { asks, refused, row, type Scheme } from './schemes.ts';

/** A refund in cash out of the stored value. */
export const refund = (house: Insiders, customerId: number, amount: number, more: object = {}): Promise<Reply> => {
  const { home: shopId, today: depositAt } = house.chain;
  const body = { customerId, shopId, depositAt, account: '储值卡', kind: '2', amount, seller: 'clerk', ...more };
  return house.call('clerk', 'POST', '/biz-deposit', body);
};
/** As the customer reads it out. */
export const codeFor = async (house: Insiders, customerId: number, amount: number, who: Person = 'clerk') => {
  const body = { purpose: 'refund', amount };
  const { id } = (await house.done(who, 'POST', `/base-customer/${customerId}/code`, body)) as { id: string };
  const { code = '' } = house.messages.sent.at(-1) ?? {};
  expect(code).toMatch(/^\d{5}$/);
  return { id, code };
};
const settled = async (house: Insiders): Promise<number> => oldNumber(house.chain, await rich(house, 8000));

export const PROOF_SCHEMES: readonly Scheme[] = [
  {
    name: 'a code that a customer read out for 1,100 pays out 8,000',
    rule: 'R136',
    comes: refused(422, '不是为这次操作发送的'),
    play: async (house) => {
      const customerId = await settled(house);
      return refund(house, customerId, 8000, { proof: await codeFor(house, customerId, 1100) });
    },
  },
  {
    name: 'the code of one’s own record opens a rich one',
    rule: 'R136',
    comes: refused(422, '不是为这次操作发送的'),
    play: async (house) => {
      const [own, customerId] = [await settled(house), await settled(house)];
      return refund(house, customerId, 5000, { proof: await codeFor(house, own, 5000) });
    },
  },
  {
    name: 'a code that was used serves again',
    rule: 'R136',
    comes: refused(422, '错误或已过期'),
    play: async (house) => {
      const customerId = await settled(house);
      const proof = await codeFor(house, customerId, 2000);
      expect((await refund(house, customerId, 2000, { proof })).status).toBe(200);
      return refund(house, customerId, 2000, { proof });
    },
  },
  {
    name: 'a code to a number that was entered just now',
    rule: 'R136',
    comes: refused(409, '没有登记满7天的手机号'),
    play: async (house) => {
      const path = `/base-customer/${await rich(house, 8000)}/code`;
      return house.call('clerk', 'POST', path, { purpose: 'refund', amount: 2000 });
    },
  },
  {
    name: 'the number of a rich record is made one’s own yesterday, and a refund asked for today',
    rule: 'R136',
    comes: asks('balance-proof'),
    play: async (house) => {
      const id = await settled(house);
      const record = await house.chain.record('/base-customer', id);
      const changed = { ...record, mobile: `139${String(70_000_000 + id).slice(-8)}` };
      const asked = await house.call('boss', 'PUT', `/base-customer/${id}`, changed);
      const marks = (asked.body.data as readonly { mark: string }[]).map(({ mark }) => mark);
      const approval = { username: 'keeper', password: USER_PASSWORD, reason: '换号', marks };
      expect((await house.call('boss', 'PUT', `/base-customer/${id}`, { ...changed, approval })).status).toBe(200);
      const reply = await refund(house, id, 2000);
      expect(reply.text).not.toContain('"proof"');
      return reply;
    },
  },
  {
    name: 'five guesses at a code: the last one is told',
    rule: 'R136',
    comes: row('proof-tries'),
    play: async (house) => {
      const customerId = await settled(house);
      const { id, code } = await codeFor(house, customerId, 2000);
      const proof = { id, code: code === '00000' ? '11111' : '00000' };
      for (let tries = 0; tries < 5; tries += 1) {
        expect((await refund(house, customerId, 2000, { proof })).status).toBe(422);
      }
      const reply = await refund(house, customerId, 2000, { proof: { id, code } });
      expect([reply.status, reply.text]).toEqual([422, expect.stringContaining('请由另一人授权')]);
      return house.call('clerk', 'GET', `/base-customer/${customerId}`);
    },
  },
];
