/** 顾客端 on the settings page: how the public account stands, what is missing, and what its provider says (R159). */
import { z } from 'zod';

export const SHOPPER_APP_PATH = '/set-config/shopper';
/** Settings that the page keeps, in the order of its form. */
export const SHOPPER_APP_KEYS = [
  'wx_app_id',
  'wx_app_secret',
  'wx_authorize_url',
  'wx_token_url',
  'wx_check_file',
  'wx_check_text',
  'wx_slip_price',
  'wx_slip_terms',
] as const;
/** The address that AppSecret is sent to, where no other is set. */
export const TOKEN_URL = 'https://api.weixin.qq.com/sns/oauth2/access_token';
/** As it is called: nothing typed is the app's own, and letters of a host are alike in both cases. */
export const tokenAddress = (typed: string): string => URL.parse(typed.trim() || TOKEN_URL)?.href ?? typed.trim();
export const ShopperAppState = z.object({
  /** `app`: the account is set; `demo`: a stand-in plays it on this machine; `none`: by number and SMS alone. */
  kind: z.enum(['app', 'demo', 'none']),
  /** One sentence. */
  message: z.string(),
  /** What is still to be done, a sentence each. */
  missing: z.array(z.string()),
  /** Settings that the environment names: what is typed for them counts for nothing. */
  fromEnvironment: z.array(z.string()),
  /** '' where it is not set. */
  publicUrl: z.string(),
  redirectUri: z.string(),
  /** What the account's administration asks for as 网页授权域名. */
  domain: z.string(),
  checkUrl: z.string(),
});
export type ShopperAppState = z.infer<typeof ShopperAppState>;
export const ShopperAppCheck = z.object({ ok: z.boolean(), message: z.string() });
export type ShopperAppCheck = z.infer<typeof ShopperAppCheck>;

/** The file by which the app proves whose domain it is: never one of the house's own. */
export const isCheckFile = (name: string): boolean => /^[A-Za-z0-9_-]{8,64}\.txt$/.test(name);
export const isCheckText = (text: string): boolean => /^[\w=.:+/-]{1,200}$/.test(text);
