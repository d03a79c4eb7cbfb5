/** Settings that are secrets as a whole. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSecrets } from './secrets.ts';
import { openSetting, sealedSetting } from './sealed-setting.ts';

const house = () => openSecrets('', randomBytes(32).toString('base64'));
test('a secret is opened by this house under its own name alone; none stays none', () => {
  const secrets = house();
  const sealed = sealedSetting('wx_app_secret', 'the-secret', secrets);
  expect(sealed).toMatch(/^sealed:/);
  expect(sealed).not.toContain('the-secret');
  expect(openSetting('wx_app_secret', sealed, secrets)).toBe('the-secret');
  expect(openSetting('another', sealed, secrets)).toBeNull();
  expect(openSetting('wx_app_secret', sealed, house())).toBeNull();
  expect([sealedSetting('wx_app_secret', '', secrets), openSetting('wx_app_secret', '', secrets)]).toEqual(['', '']);
});
test('what was never sealed is no secret of this house', () => {
  expect(openSetting('wx_app_secret', 'typed into the table', house())).toBeNull();
});
