/** Who may sign for the papers of large cash (R139). */
import { expect, test } from 'vitest';
import { refuseField } from '../contracts/refusal.ts';
import { NOBODY, type SessionUser } from '../contracts/user.ts';
import { FILLS, checkedAt, confirmChecker } from './checker.ts';

const SHOP = 1;
const person = (id: number, nickName: string, change: Partial<SessionUser> = {}): SessionUser => ({
  ...NOBODY,
  id,
  nickName,
  permissions: new Set([FILLS]),
  ...change,
});
const filler = person(1, '小李');
const claim = { username: 'x', password: 'y', code: '' };
const client = { ip: '', device: null } as never;
/** `typed` signs at the filler's screen in a shop where these may. */
const signing = (
  typed: Awaited<ReturnType<Parameters<typeof confirmChecker>[0]['identity']['confirm']>>,
  may: readonly number[],
) =>
  confirmChecker(
    {
      identity: {
        confirm: () => Promise.resolve(typed),
        holders: () => Promise.resolve(may.map((id) => ({ id, name: '', username: '' }))),
      },
    },
    { claim, shopId: SHOP, by: { user: filler, client, now: new Date(0) } },
  );
const refused = (message: string) => ({ kind: 'invalid', fields: [{ path: 'checker.username', message }] });

test('another one who may in that shop signs', async () => {
  const boss = person(2, '店长');
  expect(await signing(boss, [1, 2])).toBe(boss);
});
test('the filler signs himself only where nobody else may', async () => {
  expect(await signing(filler, [1, 2])).toMatchObject(refused('须由登记人以外的人核对'));
  expect(await signing(filler, [1])).toBe(filler);
});
test.each([
  ['without the right', person(3, '访客', { permissions: new Set() })],
  ['of another shop', person(3, '访客', { lockShops: [SHOP + 1] })],
])('somebody %s does not', async (_, typed) => {
  expect(await signing(typed, [1, 3])).toMatchObject(refused('访客在该分店没有登记大额现金的权限'));
});
test('a wrong password stands at its field of the body', async () => {
  const wrong = refuseField('auth.wrong', 'password', '用户名或密码错误');
  expect(await signing(wrong, [])).toMatchObject({ fields: [{ path: 'checker.password' }] });
});
test('papers are looked at in the shop of the report, or in the filler’s own', () => {
  expect(checkedAt(filler, SHOP)).toBe(SHOP);
  expect(checkedAt(person(1, '小李', { lockShops: [7] }), SHOP)).toBe(7);
});
