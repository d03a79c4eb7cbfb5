/** How a shopper gets in: through the messaging app, the stand-in's picker in a demonstration, or by his number. */
import { rememberShopper } from '../offline/slips.ts';
import { shopperApi, type Answer } from './api.ts';
import { AWAY, type Refusal } from './refusal.ts';
import { goTo, leaveFor } from './router.ts';
import { purposeOf, wantedNow } from './sign-in.ts';

export type DemoShopper = { readonly code: string; readonly name: string };
export type SignedIn = { readonly openId: string; readonly customerId: number; readonly state: string };
export type Door =
  | { readonly kind: 'in'; readonly customerId: number }
  | { readonly kind: 'leaving' }
  | { readonly kind: 'picker'; readonly list: readonly DemoShopper[] }
  /** `why`: what the house said about the way through the app. */
  | { readonly kind: 'number'; readonly why: string }
  | { readonly kind: 'failed'; readonly refusal: Refusal };

const isInMessagingApp = (): boolean => /MicroMessenger/i.test(navigator.userAgent);
const authUrl = (): Promise<Answer<{ readonly url: string }>> =>
  shopperApi.get(`/wx/get-auth-url?state=${purposeOf(wantedNow())}`, { quiet: true });

/** Leaves for the app's own page, or the picker that plays it; answers why not. */
export const startSignIn = async (): Promise<Refusal | null> => {
  const answer = await authUrl();
  if (!answer.ok) return answer.refusal;
  const { url } = answer.data;
  if (url.startsWith('/')) goTo(url);
  else leaveFor(url);
  return null;
};
/** The house says that it has no way through the app: now, or at all. */
const isUnset = (refusal: Refusal): boolean =>
  refusal.kind === 'missing' || (refusal.kind === 'away' && refusal !== AWAY);

const throughApp = async (): Promise<Door> => {
  const refusal = await startSignIn();
  if (refusal === null) return { kind: 'leaving' };
  return isUnset(refusal) ? { kind: 'number', why: refusal.message } : { kind: 'failed', refusal };
};
const picker = async (): Promise<Door | null> => {
  const answer = await shopperApi.get<{ readonly list: readonly DemoShopper[] }>('/wx/demo-shoppers', { quiet: true });
  if (answer.ok) return { kind: 'picker', list: answer.data.list };
  return answer.refusal.kind === 'missing' ? null : { kind: 'failed', refusal: answer.refusal };
};
/** What the door of /wx shows; `played`: the stand-in of the app sent here. */
export const openDoor = async (played: boolean): Promise<Door> => {
  const inApp = isInMessagingApp();
  const demo = inApp && !played ? null : await picker();
  if (demo !== null) return demo;
  const known = await shopperApi.get<{ readonly customerId: number }>('/wx/user-info', { quiet: true });
  if (known.ok) return { kind: 'in', customerId: known.data.customerId };
  if (known.refusal.kind !== 'signed-out') return { kind: 'failed', refusal: known.refusal };
  return inApp ? throughApp() : { kind: 'number', why: '' };
};
/** The picked shopper comes back as from the app; `state` where the picker was opened with one. */
export const pick = async (code: string, state: string | null): Promise<Refusal | null> => {
  const answer = state === null ? await authUrl() : null;
  if (answer !== null && !answer.ok) return answer.refusal;
  const given = answer === null ? state : new URL(answer.data.url, location.origin).searchParams.get('state');
  goTo(`/wx/code?code=${encodeURIComponent(code)}&state=${encodeURIComponent(given ?? '')}`);
  return null;
};

/** A code is exchanged once, however often the page is drawn. */
const exchanges = new Map<string, Promise<Answer<SignedIn>>>();
export const exchange = (search: string): Promise<Answer<SignedIn>> => {
  const known = exchanges.get(search);
  if (known !== undefined) return known;
  const asked = (async () => {
    const query = new URLSearchParams(search);
    const sent = new URLSearchParams({ code: query.get('code') ?? '', state: query.get('state') ?? '' });
    const answer = await shopperApi.get<SignedIn>(`/wx/code?${sent}`, { quiet: true });
    if (answer.ok) await rememberShopper(answer.data);
    // No answer came: the same code may still be good.
    else if (answer.refusal === AWAY) exchanges.delete(search);
    return answer;
  })();
  exchanges.set(search, asked);
  return asked;
};
