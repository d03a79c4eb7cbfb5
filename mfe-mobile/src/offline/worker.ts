/**
 * The service worker of /wx/: keeps one release of the pages, whole, and shows it when the network is away. A new release is kept beside
 * the old one, takes over at once and throws the old one away; scripts that an open page of the old one still asks for lie in the house.
 */
import { cacheOf, isOver, keptAddress, type Release } from './rules.ts';
import { freshPage, scope, takeOver } from './worker-scope.ts';

declare const RELEASE: Release;

const keep = async (): Promise<void> => {
  const cache = await caches.open(cacheOf(RELEASE));
  // Past the browser's own cache, which may hold a page of another release.
  await cache.addAll(RELEASE.pages.map((page) => new Request(page, { cache: 'reload' })));
  await cache.addAll([...RELEASE.files]);
  await scope.skipWaiting();
};
const kept = async (address: string): Promise<Response | undefined> =>
  (await caches.open(cacheOf(RELEASE))).match(address);
const fileOf = async (request: Request, address: string): Promise<Response> => (await kept(address)) ?? fetch(request);

scope.addEventListener('install', (event) => event.waitUntil(keep()));
scope.addEventListener('activate', (event) => event.waitUntil(takeOver((cache) => isOver(cache, RELEASE))));
scope.addEventListener('fetch', (event) => {
  const found = keptAddress(event.request, RELEASE, scope.location.origin);
  if (found === null) return;
  const { kind, address } = found;
  event.respondWith(kind === 'page' ? freshPage(event.request, () => kept(address)) : fileOf(event.request, address));
});
