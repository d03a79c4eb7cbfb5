import { expect, test } from 'vitest';
import { hashPassword, randomPassword, verifyNobody, verifyPassword } from './password.ts';

test('only the right password fits its hash', async () => {
  const hash = await hashPassword('珠宝-2026');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('珠宝-2026', hash)).toBe(true);
  expect(await verifyPassword('珠宝-2027', hash)).toBe(false);
});
test('the same password hashes differently each time', async () => {
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
});
test('what is no hash fits nothing, nobody has no password', async () => {
  expect(await verifyPassword('x', 'plain')).toBe(false);
  expect(await verifyNobody('x')).toBe(false);
});
test('random passwords fit the rules', () => {
  expect(randomPassword()).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{12}$/);
});
