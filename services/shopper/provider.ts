/** Who tells the house which shopper stands before it: the messaging app, or what plays it in a demonstration (R159). */
import type { ProviderRefusal } from './provider-refusal.ts';

/** Who came back, or why the provider does not say so. */
export type Exchange = { readonly openId: string } | { readonly refusal: ProviderRefusal };
export type ShopperProvider = {
  /** Where the browser goes to be asked; it comes back to `redirectUri` with `code` and `state`. */
  readonly authorizeUrl: (asked: { readonly redirectUri: string; readonly state: string }) => string;
  /** Burns the code. What goes wrong on the way is a refusal, too. */
  readonly exchange: (code: string) => Promise<Exchange>;
};
/** What providers call a shopper: letters, digits, `-` and `_`. */
export const OPEN_ID = /^[\w-]{1,64}$/;
/** A code as it comes in the address; what is none burns nothing. */
export const CODE_TEXT = /^[\w-]{1,512}$/;
