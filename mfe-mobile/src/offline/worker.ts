/**
 * The service worker of /wx/: keeps one release of the pages, whole, and shows it when the network is away. A new release is kept beside
 * the old one, takes over at once and throws the old one away; scripts that an open page of the old one still asks for lie in the house.
 */
import { cacheOf, isAway, isOver, keptAddress, type Release } from './rules.ts';

declare const RELEASE: Release;
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
/** A network that takes longer is treated as away: what is kept is shown. */
const PATIENCE_MS = 4_000;

const keep = async (): Promise<void> => {
  const cache = await caches.open(cacheOf(RELEASE));
  // Past the browser's own cache, which may hold a page of another release.
  await cache.addAll(RELEASE.pages.map((page) => new Request(page, { cache: 'reload' })));
  await cache.addAll([...RELEASE.files]);
  await scope.skipWaiting();
};
const takeOver = async (): Promise<void> => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => isOver(name, RELEASE)).map((name) => caches.delete(name)));
  await scope.clients.claim();
};

const kept = async (address: string): Promise<Response | undefined> =>
  (await caches.open(cacheOf(RELEASE))).match(address);
const late = (): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
const pageOf = async (request: Request, address: string): Promise<Response> => {
  const asked = fetch(request);
  try {
    const answer = await Promise.race([asked, late()]);
    if (answer !== undefined && !isAway(answer.status)) return answer;
  } catch {
    // The network is away.
  }
  return (await kept(address)) ?? asked;
};
const fileOf = async (request: Request, address: string): Promise<Response> => (await kept(address)) ?? fetch(request);

scope.addEventListener('install', (event) => event.waitUntil(keep()));
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));
scope.addEventListener('fetch', (event) => {
  const found = keptAddress(event.request, RELEASE, scope.location.origin);
  if (found === null) return;
  const { kind, address } = found;
  event.respondWith(kind === 'page' ? pageOf(event.request, address) : fileOf(event.request, address));
});
