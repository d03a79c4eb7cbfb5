/** How the public account stands, in words of whoever connects it; pure. */
import { TOKEN_URL, tokenAddress, type ShopperAppCheck, type ShopperAppState } from '../contracts/shopper-app.ts';
import type { Exchange } from './provider.ts';

export type AppFacts = {
  readonly appId: string;
  /** Where a secret is stored that this house cannot open any more. */
  readonly secret: 'set' | 'none' | 'lost';
  readonly publicUrl: string | undefined;
  readonly standsIn: boolean;
  readonly sendsSms: boolean;
  readonly notices: boolean;
  /** As it is typed in the settings; '' the app's own, or the environment's. */
  readonly tokenUrl: string;
  readonly checkFile: string;
  readonly fromEnvironment: readonly string[];
};
const SECRETS: Readonly<Record<AppFacts['secret'], readonly string[]>> = {
  set: [],
  none: ['没有填写 AppSecret：在公众号后台“开发接口管理”里生成后填入'],
  lost: ['AppSecret 已无法读取（加密密钥已更换），请重新填写'],
};
const isLocal = ({ hostname }: URL): boolean => /^(localhost|127\.|\[::1\])/.test(hostname);
const addressLacks = (publicUrl: string | undefined): readonly string[] => {
  const url = publicUrl === undefined ? null : URL.parse(publicUrl);
  if (url === null) return ['没有设置 PUBLIC_URL：顾客打开本系统的网址，在启动参数里给出，微信登录后回到这里'];
  if (isLocal(url)) return ['PUBLIC_URL 是本机地址，顾客的手机打不开，要用公网域名'];
  return url.protocol === 'https:' ? [] : ['PUBLIC_URL 不是 https 开头，登录信息在路上没有加密'];
};
const foreignToken = ({ tokenUrl }: AppFacts): readonly string[] => {
  const url = URL.parse(tokenAddress(tokenUrl));
  if (url?.origin === URL.parse(TOKEN_URL)?.origin) return [];
  return [`微信令牌网址不是微信自己的：AppSecret 会发到 ${url?.host ?? tokenUrl}，填写 AppSecret 前请核对`];
};
const accountLacks = (facts: AppFacts): readonly string[] => {
  const { appId, secret, publicUrl, standsIn } = facts;
  if (appId !== '') return [...SECRETS[secret], ...foreignToken(facts), ...addressLacks(publicUrl)];
  return [
    '没有填写 AppID：微信登录没有开通',
    ...(standsIn ? ['演示替身在用：本机上任何人都能选一位演示顾客登录；填写 AppID 或录入第一张真实销售单后停用'] : []),
  ];
};
const smsLacks = ({ sendsSms, notices }: AppFacts): readonly string[] => {
  if (!sendsSms) return ['没有接短信（SMS_PROVIDER）：顾客不能用手机号绑定，只能到柜台扫码绑定'];
  return notices ? [] : ['没有设置 SMS_TEMPLATE_NOTICE：柜台绑定后不发短信告知本人，只记入异常'];
};
const kindOf = ({ appId, standsIn }: AppFacts): ShopperAppState['kind'] =>
  appId !== '' ? 'app' : standsIn ? 'demo' : 'none';
const messageOf = (facts: AppFacts): string => {
  switch (kindOf(facts)) {
    case 'demo':
      return '演示：由替身代替微信，只在本机可用。';
    case 'none':
      return facts.sendsSms
        ? '没有接公众号：顾客用手机号和短信验证码登录。'
        : '没有接公众号，也没有短信：顾客还不能登录。';
    case 'app': {
      const ready = facts.secret === 'set' && facts.publicUrl !== undefined;
      return ready ? '公众号已设置，请点“检测”核对密钥。' : '公众号还没有设置完，顾客还不能用微信登录。';
    }
  }
};
export const standingOf = (facts: AppFacts): ShopperAppState => {
  const url = facts.publicUrl === undefined ? null : URL.parse(facts.publicUrl);
  return {
    kind: kindOf(facts),
    message: messageOf(facts),
    missing: [...accountLacks(facts), ...smsLacks(facts)],
    fromEnvironment: [...facts.fromEnvironment],
    publicUrl: url?.origin ?? '',
    redirectUri: url === null ? '' : `${url.origin}/wx/code`,
    domain: url?.hostname ?? '',
    checkUrl: url === null || facts.checkFile === '' ? '' : `${url.origin}/${facts.checkFile}`,
  };
};

/** What is told of an exchange with a code that nobody has: that the app refuses the code is what should be. */
export const checkOf = (answer: Exchange): ShopperAppCheck => {
  if ('openId' in answer) return { ok: false, message: '对方对乱写的授权码也给出身份，这不是微信的令牌网址' };
  const { reason, detail } = answer.refusal;
  switch (reason) {
    case 'code':
      return { ok: true, message: '微信应答正常，AppID 和 AppSecret 正确' };
    case 'busy':
      return { ok: false, message: `${detail}，请过一会再检测` };
    case 'away':
      return { ok: false, message: `${detail}，请检查服务器能否访问外网和微信令牌网址` };
    case 'settings':
    case 'person':
      return { ok: false, message: `微信拒绝：${detail}` };
  }
};
