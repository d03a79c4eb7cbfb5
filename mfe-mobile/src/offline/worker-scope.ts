/** What the service workers of the shoppers' pages and of the wall share: their scope, taking over, and a page that need not wait for the network. */
import { isAway } from './rules.ts';

type Waits = { readonly waitUntil: (work: Promise<unknown>) => void };
type Fetches = Waits & { readonly request: Request; readonly respondWith: (answer: Promise<Response>) => void };
type Scope = {
  readonly addEventListener: ((type: 'install' | 'activate', listener: (event: Waits) => void) => void) &
    ((type: 'fetch', listener: (event: Fetches) => void) => void);
  readonly skipWaiting: () => Promise<void>;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly location: { readonly origin: string };
};
export const scope = self as unknown as Scope;
/** A network that takes longer is treated as away: what is kept is shown. */
const PATIENCE_MS = 4_000;

/** Throws away the caches of releases that are over and serves the pages that are open. */
export const takeOver = async (isOver: (cache: string) => boolean): Promise<void> => {
  const names = await caches.keys();
  await Promise.all(names.filter(isOver).map((name) => caches.delete(name)));
  await scope.clients.claim();
};
const late = (): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
/** The page of the network; the kept one where the network, or whoever stands behind the proxy, is away or late. */
export const freshPage = async (request: Request, kept: () => Promise<Response | undefined>): Promise<Response> => {
  const asked = fetch(request);
  try {
    const answer = await Promise.race([asked, late()]);
    if (answer !== undefined && !isAway(answer.status)) return answer;
  } catch {
    // The network is away.
  }
  return (await kept()) || asked;
};
