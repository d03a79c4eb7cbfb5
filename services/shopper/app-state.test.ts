/** What whoever connects a public account is told. */
import { expect, test } from 'vitest';
import { checkOf, standingOf, type AppFacts } from './app-state.ts';
import { awayBecause, refusalOf } from './provider-refusal.ts';

const SET: AppFacts = {
  appId: 'wx01',
  secret: 'set',
  publicUrl: 'https://house.example/shop',
  standsIn: false,
  sendsSms: true,
  notices: true,
  tokenUrl: '',
  checkFile: 'MP_verify_abc.txt',
  fromEnvironment: [],
};
test('all is set: nothing is missing, and the addresses that the account asks for stand there', () => {
  expect(standingOf(SET)).toEqual({
    kind: 'app',
    message: '公众号已设置，请点“检测”核对密钥。',
    missing: [],
    fromEnvironment: [],
    publicUrl: 'https://house.example',
    redirectUri: 'https://house.example/wx/code',
    domain: 'house.example',
    checkUrl: 'https://house.example/MP_verify_abc.txt',
  });
});
test('each thing that is missing is one sentence', () => {
  const missing = (more: Partial<AppFacts>): string => standingOf({ ...SET, ...more }).missing.join('；');
  expect(missing({ secret: 'none' })).toMatch(/^没有填写 AppSecret/);
  expect(missing({ secret: 'lost' })).toMatch(/^AppSecret 已无法读取/);
  expect(missing({ tokenUrl: 'https://api.weixin.qq.com/sns/oauth2/access_token' })).toBe('');
  expect(missing({ tokenUrl: 'https://takes.example/token' })).toBe(
    '微信令牌网址不是微信自己的：AppSecret 会发到 takes.example，填写 AppSecret 前请核对',
  );
  expect(missing({ publicUrl: undefined })).toMatch(/^没有设置 PUBLIC_URL/);
  expect(missing({ publicUrl: 'http://house.example' })).toMatch(/^PUBLIC_URL 不是 https/);
  expect(missing({ publicUrl: 'http://127.0.0.1:8080' })).toMatch(/^PUBLIC_URL 是本机地址/);
  expect(missing({ sendsSms: false })).toMatch(/^没有接短信/);
  expect(missing({ notices: false })).toMatch(/^没有设置 SMS_TEMPLATE_NOTICE/);
  expect(standingOf({ ...SET, publicUrl: undefined }).message).toBe('公众号还没有设置完，顾客还不能用微信登录。');
});
test('without an account the number does, or a stand-in on this machine, which is told', () => {
  const none = { ...SET, appId: '', secret: 'none' } as const;
  expect(standingOf(none)).toMatchObject({ kind: 'none', missing: ['没有填写 AppID：微信登录没有开通'] });
  expect(standingOf({ ...none, sendsSms: false }).message).toContain('还不能登录');
  const demo = standingOf({ ...none, standsIn: true });
  expect([demo.kind, demo.missing.length]).toEqual(['demo', 2]);
});
test('that the app refuses an invented code is well; a wrong secret, its absence and anybody else are not', () => {
  expect(checkOf({ refusal: refusalOf(40_029) })).toEqual({
    ok: true,
    message: '微信应答正常，AppID 和 AppSecret 正确',
  });
  expect(checkOf({ refusal: refusalOf(40_125) })).toEqual({
    ok: false,
    message: '微信拒绝：AppSecret 不正确（40125）',
  });
  expect(checkOf({ refusal: refusalOf(40_164) }).message).toContain('IP白名单');
  expect(checkOf({ refusal: refusalOf(-1) }).message).toContain('请过一会再检测');
  expect(checkOf({ refusal: awayBecause('微信没有应答') })).toEqual({
    ok: false,
    message: '微信没有应答，请检查服务器能否访问外网和微信令牌网址',
  });
  expect(checkOf({ openId: 'anybody' }).ok).toBe(false);
});
