/** Through which files a sale goes between its route and the store: those of which something ran meanwhile. */
import inspector from 'node:inspector';
import path from 'node:path';
import { vi } from 'vitest';
import type { EventStore } from '../../../services/platform/event-store/port.ts';
import { interpose } from '../../support/interposed.ts';
import type { Chain } from '../shops.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** `services/….ts` of the write side that ran since it was asked before. */
const ranSince = (session: inspector.Session): readonly string[] => {
  let files: string[] = [];
  session.post('Profiler.takePreciseCoverage', (error, { result } = { result: [] }) => {
    if (error !== null) throw error;
    files = result
      .filter(({ functions }) =>
        functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]!.count > 0),
      )
      .map(({ url }) => path.relative(ROOT, url.replace(/^file:\/\//, '').replace(/\?.*$/, '')));
  });
  return files.filter((file) => /^(?:house|services)\//.test(file)).toSorted();
};

const oneSale = async ({ app, ...chain }: Chain, session: inspector.Session): Promise<readonly string[]> => {
  const body = chain.sale([{ barcode: await chain.stock() }]);
  await app.house.caughtUp();
  const route = app.house.routes.find(({ method, path: where }) => method === 'POST' && where === '/biz-sell');
  if (route === undefined) throw new Error('no sale is sold here');
  const { handler } = route;
  let files: readonly string[] = [];
  const beginning = (...call: Parameters<typeof handler>): ReturnType<typeof handler> => {
    ranSince(session);
    return handler(...call);
  };
  interpose(app.house.deps.written as EventStore, 'appendAll', (own, call) => {
    files = ranSince(session);
    return own(...call);
  });
  Object.assign(route, { handler: beginning });
  try {
    const reply = await app.post('/biz-sell', body);
    if (reply.status !== 200) throw new Error(reply.text);
    return files;
  } finally {
    Object.assign(route, { handler });
    vi.restoreAllMocks();
  }
};

const SALES = 4;
/** Of a store that writes together. What one sale alone went through (a look-up that is asked anew) is not the way of all. */
export const wayOfASale = async (chain: Chain): Promise<readonly string[]> => {
  const session = new inspector.Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  try {
    let way: readonly string[] | null = null;
    for (let sale = 0; sale < SALES; sale += 1) {
      const files = await oneSale(chain, session);
      way = way === null ? files : way.filter((file) => files.includes(file));
    }
    return way ?? [];
  } finally {
    session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
};
