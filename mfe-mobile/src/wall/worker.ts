/** The service worker of /report-price: the page, its script and the last pictures, for a television that is switched on while the house is away. */
import { freshPage, scope, takeOver } from '../offline/worker-scope.ts';
import { PAGE, kindOf, type WallRelease } from './worker-rules.ts';

declare const RELEASE: WallRelease;
const PREFIX = 'wall-release-';
const CACHE = `${PREFIX}${RELEASE.name}`;
const PICTURES = 'wall-pictures';
/** Ad, background and logo, of this board and the one before; the oldest go. */
const MOST_PICTURES = 8;

const keep = async (): Promise<void> => {
  const cache = await caches.open(CACHE);
  await cache.addAll([new Request(PAGE, { cache: 'reload' }), new Request(RELEASE.script)]);
  await scope.skipWaiting();
};
const isOver = (cache: string): boolean => cache.indexOf(PREFIX) === 0 && cache !== CACHE;

const kept = async (address: string): Promise<Response | undefined> => (await caches.open(CACHE)).match(address);
const pageOf = (request: Request): Promise<Response> => freshPage(request, () => kept(PAGE));
const scriptOf = async (request: Request): Promise<Response> => (await kept(RELEASE.script)) || fetch(request);
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
scope.addEventListener('activate', (event) => event.waitUntil(takeOver(isOver)));
const ANSWERS = { page: pageOf, script: scriptOf, picture: pictureOf };
scope.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, RELEASE, scope.location.origin);
  if (kind !== null) event.respondWith(ANSWERS[kind](event.request));
});
