/** Which micro-frontend owns which addresses, and what happens when one does not load. */
import {
  LOAD_ERROR,
  type LifeCycles,
  SKIP_BECAUSE_BROKEN,
  addErrorHandler,
  getAppStatus,
  registerApplication,
  start,
  triggerAppChange,
  unregisterApplication,
} from 'single-spa';
import { createStore, isPublic, isUnder, preloadScreen, readStored, sessionStore, writeStored } from 'root-config/api';

type Owner = { name: string; load: () => Promise<LifeCycles>; paths: readonly string[] };

const OWNERS: readonly Owner[] = [
  { name: 'mfe-stock', load: () => import('mfe-stock'), paths: ['/stock'] },
  { name: 'mfe-sales', load: () => import('mfe-sales'), paths: ['/sales'] },
  {
    name: 'mfe-admin',
    load: () => import('mfe-admin'),
    paths: [
      '/admin',
      '/system',
      '/sys-tools',
      '/dev-tools',
      '/print',
      '/new-page',
      '/profile',
      '/api-docs',
      '/schedule',
      '/dashboard',
      '/demo',
      '/auth-redirect',
    ],
  },
];
export const ownerOf = (pathname: string): string | null =>
  OWNERS.find(({ paths }) => isUnder(pathname, paths))?.name ?? null;

const LAST_PAGE = 'jewel:last-page';
const USUAL_PAGE = '/stock/goods-in';
/** Called for every page somebody opens. */
export const rememberPage = (pathname: string): void => writeStored('local', LAST_PAGE, pathname);
/** While somebody types the password: the code of the page that will open, else of the one opened last. */
export const preloadLanding = async (pathname: string): Promise<void> => {
  const wanted = ownerOf(pathname) === null ? readStored('local', LAST_PAGE, USUAL_PAGE) : pathname;
  const owner = OWNERS.find(({ name }) => name === ownerOf(wanted));
  await owner?.load().catch(() => undefined);
  await preloadScreen(wanted);
};

/** Names of micro-frontends that failed to load or broke. */
export const brokenStore = createStore<ReadonlySet<string>>(new Set());

let moving = false;
let placed = false;
/**
 * The frame and a page that fills the window each have a place of their own. What was mounted in the other one stood in
 * an element that is gone: it is taken down and put up again in this one.
 */
export const moveIn = async (): Promise<void> => {
  if (placed) {
    // One that is just being mounted counts too: single-spa finishes it first, then takes it down.
    moving = true;
    try {
      await triggerAppChange();
    } finally {
      moving = false;
    }
  }
  placed = true;
  await triggerAppChange();
};

const register = ({ name, load, paths }: Owner): void =>
  registerApplication({
    name,
    app: load,
    activeWhen: ({ pathname }) => {
      if (moving || !isUnder(pathname, paths) || document.querySelector('#mfe-root') === null) return false;
      const { stage } = sessionStore.get();
      return isPublic(pathname) || stage === 'in' || stage === 'lost';
    },
  });

/** Registers the micro-frontend anew, which loads it again; the others are not touched. */
export const retryMicroFrontend = async (name: string): Promise<void> => {
  const owner = OWNERS.find((each) => each.name === name);
  if (!owner) return;
  await unregisterApplication(name);
  brokenStore.set((broken) => new Set([...broken].filter((each) => each !== name)));
  register(owner);
  await triggerAppChange();
};

export const startMicroFrontends = (): void => {
  addErrorHandler(({ appOrParcelName: name }) => {
    const status = getAppStatus(name);
    if (status === LOAD_ERROR || status === SKIP_BECAUSE_BROKEN)
      brokenStore.set((broken) => new Set([...broken, name]));
  });
  for (const owner of OWNERS) register(owner);
  start({ urlRerouteOnly: true });
};
