import { describe, expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const PROXY = '10.0.0.2';
test('without a trusted proxy headers are not read', () => {
  expect(clientAddress('198.51.100.9', '1.2.3.4', 0)).toBe('198.51.100.9');
  expect(clientAddress('::ffff:198.51.100.9', '', 0)).toBe('198.51.100.9');
});
describe('behind proxies', () => {
  test.each([
    ['203.0.113.5', 1, '203.0.113.5'],
    ['6.6.6.6, 203.0.113.5', 1, '203.0.113.5'],
    ['6.6.6.6, 203.0.113.5, 192.0.2.1', 2, '203.0.113.5'],
    ['6.6.6.6,6.6.6.7,2001:DB8::5', 1, '2001:db8::5'],
  ])('%s through %i is %s', (forwarded, trusted, address) => {
    expect(clientAddress(PROXY, forwarded, trusted)).toBe(address);
  });
  test.each(['', 'unknown', "1.2.3.4' OR 1=1", '1.2.3.4:5678', '<script>', '1.2.3.4\n2.2.2.2', '999.1.1.1'])(
    'what is no address falls back to the proxy: %s',
    (forwarded) => {
      expect(clientAddress(PROXY, forwarded, 1)).toBe(PROXY);
    },
  );
  test('fewer entries than proxies are not believed', () => {
    expect(clientAddress(PROXY, '6.6.6.6', 2)).toBe(PROXY);
  });
});
