/** The address that AppSecret goes to changes with the secret alone (R146, R159). */
import { expect, test } from 'vitest';
import { MASK } from '../../contracts/person.ts';
import { TOKEN_URL } from '../../contracts/shopper-app.ts';
import { loneAddressProblem, secretProblem, type AddressFacts } from './secret-address.ts';

const TAKES = 'https://takes.example/token';
const address = (configValue: string) => ({ configKey: 'wx_token_url', configValue });
const secret = (configValue: string) => ({ configKey: 'wx_app_secret', configValue });
const price = { configKey: 'wx_slip_price', configValue: 'true' };
const STORED: AddressFacts = { secret: 'sealed:x', address: '' };
const message = '更换微信令牌网址需重新填写AppSecret';

test('another address without the secret is refused at the secret, also behind its mask and hidden among others', () => {
  expect(secretProblem([address(TAKES)], STORED)).toEqual([{ path: 'wx_app_secret', message }]);
  expect(secretProblem([price, secret(MASK), address(TAKES)], STORED)).toEqual([{ path: '1.configValue', message }]);
  expect(secretProblem([address(''), address(TAKES)], STORED)).toEqual([{ path: 'wx_app_secret', message }]);
});
test('so is the way back, another path or port of the same host, and what is no address at all', () => {
  const moved = { ...STORED, address: TAKES };
  for (const other of [
    '',
    TOKEN_URL,
    `${TAKES}/2`,
    'https://takes.example:8443/token',
    'http://takes.example/token',
    'x',
  ])
    expect(secretProblem([address(other)], moved), other).toHaveLength(1);
});
test('the same address written otherwise is the same', () => {
  for (const same of [
    '',
    ' ',
    TOKEN_URL,
    ` ${TOKEN_URL} `,
    TOKEN_URL.replace('api.weixin', 'API.Weixin'),
    TOKEN_URL.replace('.com/', '.com:443/'),
  ])
    expect(secretProblem([address(same)], STORED), same).toEqual([]);
});
test('with the secret typed, or taken away, or where none is stored, it is changed', () => {
  expect(secretProblem([secret('typed'), address(TAKES)], STORED)).toEqual([]);
  expect(secretProblem([secret(''), address(TAKES)], STORED)).toEqual([]);
  expect(secretProblem([address(TAKES)], { ...STORED, secret: '' })).toEqual([]);
  expect(secretProblem([price, secret(MASK)], STORED)).toEqual([]);
});
test('alone it is changed only where no secret is stored', () => {
  expect(loneAddressProblem(address(TAKES), STORED)).toEqual([
    { path: 'configValue', message: `${message}，请到“顾客端”页一起保存` },
  ]);
  expect(loneAddressProblem(address(TOKEN_URL), STORED)).toEqual([]);
  expect(loneAddressProblem(secret('typed'), STORED)).toEqual([]);
  expect(loneAddressProblem(address(TAKES), { ...STORED, secret: '' })).toEqual([]);
});
