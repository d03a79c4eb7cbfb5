/** The public account that is set: by the environment, else by the settings; and what plays it in a demonstration (R159). */
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { Client } from '../contracts/client.ts';
import { TOKEN_URL } from '../contracts/shopper-app.ts';
import { outbound, type Outbound } from '../platform/outbound/outbound.ts';
import { openSetting } from '../platform/secrets/sealed-setting.ts';
import type { SliceDeps } from '../platform/slice/slice.ts';
import { AUTHORIZE_URL, messagingApp, type AppSettings } from './messaging-app.ts';
import { demoProvider, type DemoShoppers } from './demo.ts';
import type { ShopperProvider } from './provider.ts';

/** Why nobody can sign in through the app: an administrator's matter, never a shopper's. */
type Unset = 'none' | 'no-secret' | 'no-public-url';
export type App =
  | { readonly kind: 'app' | 'demo'; readonly provider: ShopperProvider; readonly origin: string }
  | { readonly kind: 'unset'; readonly why: Unset };

type Settings = Pick<MasterLookup, 'settings'>;
type Deps = Pick<SliceDeps, 'secrets'> & {
  readonly lookup: Settings;
  readonly config: Pick<SliceDeps['config'], 'demo' | 'loopback' | 'outboundHosts' | 'publicUrl' | 'shopperApp'>;
  readonly demo: DemoShoppers;
};
/** Addresses of the environment are trusted, those of settings are judged (R146). */
const trusted: Outbound = (input, init) => fetch(input, { ...init, redirect: 'error' });

const KEYS = ['wx_app_id', 'wx_app_secret', 'wx_authorize_url', 'wx_token_url'] as const;
/** All of one moment: a secret is never sent to an address that was set after it. A secret of the environment goes where the environment says. */
export const settingsOf = async ({ lookup, secrets, config: { shopperApp: given } }: Omit<Deps, 'demo'>) => {
  const stored = await lookup.settings(KEYS);
  const typed = (key: (typeof KEYS)[number]): string => stored.get(key)?.trim() ?? '';
  const typedTokenUrl = given.secret === undefined ? typed('wx_token_url') : '';
  return {
    appId: given.appId ?? typed('wx_app_id'),
    secret: given.secret ?? openSetting('wx_app_secret', typed('wx_app_secret'), secrets) ?? '',
    authorizeUrl: given.authorizeUrl ?? (typed('wx_authorize_url') || AUTHORIZE_URL),
    tokenUrl: given.tokenUrl ?? (typedTokenUrl || TOKEN_URL),
  };
};
/** Where the app sends back to: by its own address only in a demonstration and in tests, on this machine. */
const returnOrigin = ({ config }: Deps, { origin, isLocal }: Client): string | null => {
  if (config.publicUrl !== undefined) return URL.parse(config.publicUrl)?.origin ?? null;
  return config.demo && config.loopback && isLocal === true ? (origin ?? null) : null;
};
const providerOf = ({ config }: Pick<Deps, 'config'>, settings: AppSettings): ShopperProvider =>
  messagingApp(settings, {
    call: config.shopperApp.tokenUrl === undefined ? outbound(config.outboundHosts) : trusted,
  });
/** The account itself, wherever shoppers are sent back to; null while it is not set. */
export const accountOf = async (deps: Omit<Deps, 'demo'>): Promise<ShopperProvider | null> => {
  const settings = await settingsOf(deps);
  return settings.appId === '' || settings.secret === '' ? null : providerOf(deps, settings);
};
export const appFor = async (deps: Deps, client: Client): Promise<App> => {
  const { config, demo } = deps;
  const settings = await settingsOf(deps);
  if (settings.appId === '') {
    const { origin = '' } = client;
    const plays = config.demo && config.loopback && client.isLocal === true && (await demo.isOpen());
    return plays ? { kind: 'demo', provider: demoProvider(demo), origin } : { kind: 'unset', why: 'none' };
  }
  if (settings.secret === '') return { kind: 'unset', why: 'no-secret' };
  const origin = returnOrigin(deps, client);
  if (origin === null) return { kind: 'unset', why: 'no-public-url' };
  return { kind: 'app', provider: providerOf(deps, settings), origin };
};
