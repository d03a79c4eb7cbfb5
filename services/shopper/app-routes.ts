/** 顾客端 of the settings page: how the public account stands, and a call to its provider with a code that nobody has. */
import { SHOPPER_APP_PATH, ShopperAppCheck, ShopperAppState } from '../contracts/shopper-app.ts';
import { refuse } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import { openSetting } from '../platform/secrets/sealed-setting.ts';
import type { SliceDeps } from '../platform/slice/slice.ts';
import { accountOf, appFor } from './app.ts';
import { checkOf, standingOf, type AppFacts } from './app-state.ts';
import type { DemoShoppers } from './demo.ts';
import type { ShopperCall } from '../contracts/shopper-desk.ts';

type Deps = Pick<SliceDeps, 'lookup' | 'secrets' | 'config'> & { readonly demo: DemoShoppers };
const ENVIRONMENT = {
  appId: 'wx_app_id',
  secret: 'wx_app_secret',
  authorizeUrl: 'wx_authorize_url',
  tokenUrl: 'wx_token_url',
} as const;
/** A secret of the environment goes where the environment says, or to the app itself. */
const isOfEnvironment = ({ shopperApp: given }: Deps['config'], name: keyof typeof ENVIRONMENT): boolean =>
  given[name] !== undefined || (name === 'tokenUrl' && given.secret !== undefined);
const namedOf = ({ config }: Deps): readonly string[] =>
  Object.entries(ENVIRONMENT).flatMap(([name, key]) =>
    isOfEnvironment(config, name as keyof typeof ENVIRONMENT) ? [key] : [],
  );
const secretOf = async ({ lookup, secrets, config }: Deps): Promise<AppFacts['secret']> => {
  if (config.shopperApp.secret !== undefined) return 'set';
  const opened = openSetting('wx_app_secret', (await lookup.setting('wx_app_secret'))?.trim() ?? '', secrets);
  if (opened === null) return 'lost';
  return opened === '' ? 'none' : 'set';
};
const factsOf = async (deps: Deps, call: ShopperCall): Promise<AppFacts> => {
  const { lookup, config } = deps;
  const app = await appFor(deps, call.client);
  return {
    appId: config.shopperApp.appId ?? (await lookup.setting('wx_app_id'))?.trim() ?? '',
    secret: await secretOf(deps),
    publicUrl: config.publicUrl,
    standsIn: app.kind === 'demo',
    sendsSms: config.sms !== null,
    notices: config.sms?.noticeTemplate !== undefined,
    tokenUrl: isOfEnvironment(config, 'tokenUrl') ? '' : ((await lookup.setting('wx_token_url'))?.trim() ?? ''),
    checkFile: (await lookup.setting('wx_check_file'))?.trim() ?? '',
    fromEnvironment: namedOf(deps),
  };
};

/** Of the shape of a code, and none. */
const NO_CODE = '000000000000000000000000000CHECK';
const UNSET = refuse('conflict', 'shopper.check', '请先填写并保存 AppID 和 AppSecret，再检测');
export const appRoutes = (deps: Deps): readonly Route[] => [
  route({
    method: 'GET',
    path: SHOPPER_APP_PATH,
    summary: '顾客端状态',
    allow: ['admin:sysSetting:list', 'admin:sysConfig:edit'],
    data: ShopperAppState,
    handler: async (call) => ({ data: standingOf(await factsOf(deps, call)) }),
  }),
  route({
    method: 'POST',
    path: `${SHOPPER_APP_PATH}/check`,
    summary: '检测公众号',
    allow: 'admin:sysConfig:edit',
    ofChain: true,
    data: ShopperAppCheck,
    handler: async () => {
      const provider = await accountOf(deps);
      if (provider === null) return UNSET;
      const checked = checkOf(await provider.exchange(NO_CODE));
      return { data: checked, msg: checked.message };
    },
  }),
];
