/** Which public account is set, and when a stand-in plays it. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Client } from '../contracts/client.ts';
import { TOKEN_URL } from '../contracts/shopper-app.ts';
import { parseConfig } from '../platform/process/config.ts';
import { sealedSetting } from '../platform/secrets/sealed-setting.ts';
import { openSecrets } from '../platform/secrets/secrets.ts';
import { appFor, settingsOf } from './app.ts';

const secrets = openSecrets('', randomBytes(32).toString('base64'));
const HERE: Client = { ip: '127.0.0.1', userAgent: 'b', origin: 'http://127.0.0.1:8080', isLocal: true };
type Given = {
  readonly env?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, string>>;
  readonly isOpen?: boolean;
  readonly client?: Client;
};
const app = ({ env = {}, settings = {}, isOpen = true, client = HERE }: Given) => {
  const demo = { isOpen: async () => isOpen, list: async () => [], has: async (id: number) => id === 7 };
  const lookup = { settings: async () => new Map(Object.entries(settings)) };
  return appFor({ lookup, secrets, config: parseConfig(env), demo }, client);
};
const ACCOUNT = { WX_APP_ID: 'wx01', WX_APP_SECRET: 's', PUBLIC_URL: 'https://house.example/shop' };
const asked = { redirectUri: 'https://house.example/wx/code', state: 'b1' };

test('the environment names the account, and where it sends back to', async () => {
  const found = await app({ env: ACCOUNT, settings: { wx_app_id: 'other' } });
  expect(found).toMatchObject({ kind: 'app', origin: 'https://house.example' });
  expect(found.kind === 'unset' ? '' : found.provider.authorizeUrl(asked)).toMatch(
    /^https:\/\/open\.weixin\.qq\.com\/connect\/oauth2\/authorize\?appid=wx01&/,
  );
});
test('settings do, where the environment says nothing; without a secret or an address of the house they do not', async () => {
  const settings = {
    wx_app_id: 'wx02',
    wx_app_secret: sealedSetting('wx_app_secret', 's', secrets),
    wx_authorize_url: 'https://app.example/a',
  };
  const env = { PUBLIC_URL: 'https://house.example' };
  const found = await app({ env, settings });
  expect(found.kind === 'unset' ? '' : found.provider.authorizeUrl(asked)).toMatch(
    /^https:\/\/app\.example\/a\?appid=wx02&/,
  );
  expect(await app({ env, settings: { ...settings, wx_app_secret: '' } })).toEqual({ kind: 'unset', why: 'no-secret' });
  expect(await app({ env, settings: { ...settings, wx_app_secret: 'sealed:x' } })).toEqual({
    kind: 'unset',
    why: 'no-secret',
  });
  expect(await app({ env: { DEMO: 'off' }, settings })).toEqual({ kind: 'unset', why: 'no-public-url' });
  expect(await app({ settings })).toMatchObject({ kind: 'app', origin: 'http://127.0.0.1:8080' });
});
test('a secret of the settings goes to their address; one of the environment where the environment says, or to the app itself', async () => {
  const stored = {
    wx_app_secret: sealedSetting('wx_app_secret', 's', secrets),
    wx_token_url: ' https://other.example/token ',
  };
  const goesTo = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const lookup = { settings: async () => new Map(Object.entries(stored)) };
    return (await settingsOf({ lookup, secrets, config: parseConfig(env) })).tokenUrl;
  };
  expect(await goesTo({})).toBe('https://other.example/token');
  expect(await goesTo(ACCOUNT)).toBe(TOKEN_URL);
  expect(await goesTo({ ...ACCOUNT, WX_TOKEN_URL: 'https://own.example/token' })).toBe('https://own.example/token');
});
test('the stand-in plays on this machine alone, in a demonstration without an account, until the first real order', async () => {
  const found = await app({});
  expect(found).toMatchObject({ kind: 'demo' });
  if (found.kind === 'unset') throw new Error('no stand-in');
  expect(found.provider.authorizeUrl(asked)).toBe('/wx?state=b1');
  expect(await found.provider.exchange('demo7')).toEqual({ openId: 'demo-7' });
  for (const code of ['demo8', 'demo', 'demo7x', '7', 'demo-7', ''])
    expect(await found.provider.exchange(code), code).toMatchObject({ refusal: { reason: 'code' } });
  const { isLocal: _here, ...elsewhere } = HERE;
  const closed: readonly Given[] = [
    { env: { DEMO: 'off' } },
    { env: { HOST: '0.0.0.0' } },
    { client: elsewhere },
    { isOpen: false },
  ];
  for (const given of closed) expect(await app(given)).toEqual({ kind: 'unset', why: 'none' });
  expect(await app({ env: ACCOUNT })).toMatchObject({ kind: 'app' });
});
