/** Addresses of settings: none inside unless named, none with a user in it, whatever clothes it wears (R146). */
import { expect, test } from 'vitest';
import { addressProblem, RefusedAddress } from './addresses.ts';
import { outbound } from './outbound.ts';

test.each([
  'http://127.0.0.1/x',
  'http://localhost:9000',
  'http://10.1.2.3',
  'http://192.168.1.8:9000/bucket',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://printer.local/',
  'http://127.0.0.1./',
])('%s is inside', (target) => {
  expect(addressProblem(target, [])).toContain('内部地址');
});
test('named hosts may lie inside, by host, port or any port; a user in an address never', () => {
  expect(addressProblem('http://10.0.0.9:9000/x', ['10.0.0.9:9000'])).toBeNull();
  expect(addressProblem('http://10.0.0.9:9001/x', ['10.0.0.9:9000'])).toContain('内部地址');
  expect(addressProblem('http://10.0.0.9:9001/x', ['10.0.0.9:*'])).toBeNull();
  expect(addressProblem('https://quotes.example.com/prices', [])).toBeNull();
  expect(addressProblem('https://me:pw@10.0.0.9/', ['10.0.0.9'])).toBe('不能带用户名和密码');
  expect(addressProblem('ftp://quotes.example.com', [])).toContain('http');
});
test('what leads inside is not called', async () => {
  await expect(outbound([])('http://127.0.0.1:1/x')).rejects.toBeInstanceOf(RefusedAddress);
});
