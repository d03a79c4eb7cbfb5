/** The way to sign-in and back: where a shopper wanted to go is kept until he is there. */
import { landingOf, PURPOSES, type Purpose } from 'services/shopper/landing';
import { addressNow, turnTo } from './router.ts';

const WANTED = 'wx:wanted';
const DOOR = '/wx';
const CARD = '/wx/userinfo';
/** Pages that nobody wants to come back to. */
const PASSING = /^\/wx(?:\/code)?\/?(?:\?|$)/;
const OURS = /^\/wx\/[\w/-]+(?:\?[^#]*)?$/;

type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
/** The browser may refuse (private windows, full): then the landing of the purpose is enough. */
const safely = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};
export const keepWanted = (address: string, store: KeyStorage = sessionStorage): void => {
  if (OURS.test(address) && !PASSING.test(address)) safely(() => store.setItem(WANTED, address), undefined);
};
export const wantedNow = (store: KeyStorage = sessionStorage): string | null => {
  const text = safely(() => store.getItem(WANTED), null);
  return text !== null && OURS.test(text) && !PASSING.test(text) ? text : null;
};
/** The purpose that the house signs into the state (S1§2.16). */
export const purposeOf = (address: string | null): Purpose => {
  const [, name = ''] = /^\/wx\/([a-z]+)/.exec(address ?? '') ?? [];
  return PURPOSES.find((purpose) => purpose === name) ?? 'userinfo';
};
/** Where a shopper goes who is in: where he wanted to go, else where his purpose leads; without a record to the card. */
export const landingAfter = (
  { state, customerId }: { readonly state: string; readonly customerId: number },
  store: KeyStorage = sessionStorage,
): string => {
  const wanted = wantedNow(store);
  if (customerId === 0) return CARD;
  safely(() => store.removeItem(WANTED), undefined);
  // What another purpose had left behind is over.
  return wanted !== null && purposeOf(wanted) === purposeOf(`/wx/${state}`) ? wanted : landingOf(state, customerId);
};

/** By the door, which knows the way: the app, the number, or the picker of a demonstration. */
export const signInAgain = (): void => {
  keepWanted(addressNow());
  if (!PASSING.test(addressNow())) turnTo(DOOR);
};
