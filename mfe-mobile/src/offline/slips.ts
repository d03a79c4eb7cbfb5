/**
 * Slips that a shopper has seen, kept on his phone so that they open without a network (R161): where the browser has a service worker,
 * under a hash of who is signed in, gone at unbinding, at a 401 and for another shopper.
 */
const STORE = 'wx-slips';
const WHO = 'wx:who';
/** The oldest goes beyond so many. */
const MOST = 60;

type Slips = Pick<Cache, 'put' | 'match' | 'keys' | 'delete'>;
export type SlipStorage = {
  readonly open: () => Promise<Slips>;
  readonly drop: () => Promise<unknown>;
  readonly marks: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly hash: (text: string) => Promise<string>;
};
const hexOf = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
};
/** Null: pages do not open without a network here, so nothing is kept. */
const placeHere = (): SlipStorage | null => {
  try {
    if (!isSecureContext || !('serviceWorker' in navigator) || !('caches' in globalThis)) return null;
    return {
      open: () => caches.open(STORE),
      drop: () => caches.delete(STORE),
      marks: localStorage,
      hash: hexOf,
    };
  } catch {
    return null;
  }
};

/** A full or forbidden store is no reason to fail. */
const safely = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await work();
  } catch {
    return otherwise;
  }
};
const addressOf = (mark: string, id: string): string => `/wx/kept/${mark}/${encodeURIComponent(id)}`;

/** Nothing of anybody is left. */
export const forgetSlips = (place = placeHere()): Promise<void> =>
  safely(async () => {
    place?.marks.removeItem(WHO);
    await place?.drop();
  }, undefined);

const become = async (place: SlipStorage, mark: string): Promise<void> => {
  if (place.marks.getItem(WHO) === mark) return;
  await forgetSlips(place);
  place.marks.setItem(WHO, mark);
};
/** Whoever signed in; what another one had kept goes. */
export const rememberShopper = (
  { openId, customerId }: { readonly openId: string; readonly customerId: number },
  place = placeHere(),
): Promise<void> =>
  safely(async () => {
    if (place !== null) await become(place, `${await place.hash(openId)}-${customerId}`);
  }, undefined);
/** The same shopper, with the record that the house says is his now. */
export const rememberRecord = (customerId: number, place = placeHere()): Promise<void> =>
  safely(async () => {
    if (place === null) return;
    const [person = ''] = (place.marks.getItem(WHO) ?? '').split('-');
    await become(place, `${person === '' ? await place.hash('') : person}-${customerId}`);
  }, undefined);

/** Call it whenever a slip was shown. */
export const keepSlip = (id: string, data: unknown, place = placeHere()): Promise<void> =>
  safely(async () => {
    const mark = place?.marks.getItem(WHO) ?? '';
    if (place === null || mark === '') return;
    const slips = await place.open();
    const body = JSON.stringify({ data, at: Date.now() });
    await slips.put(addressOf(mark, id), new Response(body, { headers: { 'content-type': 'application/json' } }));
    const all = await slips.keys();
    const oldest = all.filter((_request, index) => index < all.length - MOST);
    await Promise.all(oldest.map((request) => slips.delete(request)));
  }, undefined);
/** A slip as it was seen last (`at`: when, in ms), for when the network is away; null: never seen here. */
export const keptSlip = <T>(
  id: string,
  place = placeHere(),
): Promise<{ readonly data: T; readonly at: number } | null> =>
  safely(async () => {
    const mark = place?.marks.getItem(WHO) ?? '';
    if (place === null || mark === '') return null;
    const found = await (await place.open()).match(addressOf(mark, id));
    return found === undefined ? null : ((await found.json()) as { readonly data: T; readonly at: number });
  }, null);
