/** The service worker of /report-price: the page, its script and the last pictures, for a television that is switched on while the house is away. */
import { isAway } from '../offline/rules.ts';
import { PAGE, kindOf, type WallRelease } from './worker-rules.ts';

declare const RELEASE: WallRelease;
type Waits = { readonly waitUntil: (work: Promise<unknown>) => void };
type Fetches = Waits & { readonly request: Request; readonly respondWith: (answer: Promise<Response>) => void };
type Scope = {
  readonly addEventListener: ((type: 'install' | 'activate', listener: (event: Waits) => void) => void) &
    ((type: 'fetch', listener: (event: Fetches) => void) => void);
  readonly skipWaiting: () => Promise<void>;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly location: { readonly origin: string };
};
const scope = self as unknown as Scope;
const PREFIX = 'wall-release-';
const CACHE = `${PREFIX}${RELEASE.name}`;
const PICTURES = 'wall-pictures';
/** Ad, background and logo, of this board and the one before; the oldest go. */
const MOST_PICTURES = 8;
/** A network that takes longer is treated as away: what is kept is shown. */
const PATIENCE_MS = 4_000;

const keep = async (): Promise<void> => {
  const cache = await caches.open(CACHE);
  await cache.addAll([new Request(PAGE, { cache: 'reload' }), new Request(RELEASE.script)]);
  await scope.skipWaiting();
};
const takeOver = async (): Promise<void> => {
  const over = (await caches.keys()).filter((name) => name.indexOf(PREFIX) === 0 && name !== CACHE);
  await Promise.all(over.map((name) => caches.delete(name)));
  await scope.clients.claim();
};

const late = (): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
const pageOf = async (request: Request): Promise<Response> => {
  const asked = fetch(request);
  try {
    const answer = await Promise.race([asked, late()]);
    if (answer !== undefined && !isAway(answer.status)) return answer;
  } catch {
    // The network is away.
  }
  return (await (await caches.open(CACHE)).match(PAGE)) || asked;
};
const scriptOf = async (request: Request): Promise<Response> =>
  (await (await caches.open(CACHE)).match(RELEASE.script)) || fetch(request);
/** A stored picture never changes under its name. */
const pictureOf = async (request: Request): Promise<Response> => {
  const cache = await caches.open(PICTURES);
  const found = await cache.match(request.url);
  if (found !== undefined) return found;
  const answer = await fetch(request);
  if (answer.status === 200) {
    await cache.put(request.url, answer.clone());
    const all = await cache.keys();
    await Promise.all(
      all.filter((_each, index) => index < all.length - MOST_PICTURES).map((each) => cache.delete(each)),
    );
  }
  return answer;
};

scope.addEventListener('install', (event) => event.waitUntil(keep()));
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));
const ANSWERS = { page: pageOf, script: scriptOf, picture: pictureOf };
scope.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, RELEASE, scope.location.origin);
  if (kind !== null) event.respondWith(ANSWERS[kind](event.request));
});
