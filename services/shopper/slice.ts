/** Shoppers: sign-in through the messaging app, by number, and binding to their record (R28, R159, R160). */
import { setTimeout as pause } from 'node:timers/promises';
import { NOBODY } from '../contracts/user.ts';
import { signingKey } from '../platform/auth/signing-key.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { appRoutes } from './app-routes.ts';
import { bindTo, factsOf, lockPair } from './bindings.ts';
import { bindingByNumber } from './binding-rules.ts';
import { shopperCodes } from './codes.ts';
import { counterRoute } from './counter-route.ts';
import { erasureRoutes } from './erasure/routes.ts';
import { counterUnbindRoute } from './counter-unbind.ts';
import { demoOpenId, demoShoppers } from './demo.ts';
import { numberRoutes } from './number-routes.ts';
import { signInRoutes } from './routes.ts';
import { pruneShoppers } from './sessions.ts';
import { BINDING_SQL, CARD_PROOF_SQL, DEMO_SQL, ERASURE_SQL, LOG_SQL, SIGN_IN_SQL } from './tables.ts';

const PRUNE_EVERY_MS = 15 * 60_000;
/** In a demonstration whoever the picker names has his record at once. */
const demoBinding =
  ({ master, ids }: SliceDeps) =>
  async (customerId: number, now: Date): Promise<void> => {
    const id = await ids.next();
    await master.transaction(async (tx) => {
      const openId = demoOpenId(customerId);
      if ((await lockPair(tx, { openId, customerId })) === null) return;
      const verdict = bindingByNumber(await factsOf(tx, { openId, customerId }, now));
      if (verdict === 'bind') await bindTo(tx, { id, openId, customerId, by: { id: NOBODY.id, name: '演示' } }, now);
    });
  };
const prune = async ({ master, clock, log }: SliceDeps, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await pruneShoppers(master, clock()).catch((error: unknown) =>
      log.warn('shoppers’ sessions not pruned', { error }),
    );
    await pause(PRUNE_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
};

export const shopperSlice: SliceModule = {
  migrations: [
    { id: 'shopper-001-sign-in', sql: SIGN_IN_SQL },
    { id: 'shopper-002-bindings', sql: BINDING_SQL },
    { id: 'shopper-003-demo', sql: DEMO_SQL },
    { id: 'shopper-004-log', sql: LOG_SQL },
    { id: 'shopper-005-erasure', sql: ERASURE_SQL },
    { id: 'shopper-006-card-proofs', sql: CARD_PROOF_SQL },
  ],
  create: (deps) => {
    const { master: db, lookup, secrets, config, clock, log, exceptions, shopperLog, shoppers: desk } = deps;
    const key = signingKey(db, 'shopper');
    const demo = demoShoppers(db);
    const given = { master: db, lookup, secrets, config, clock, log, exceptions, shopperLog };
    const shared = { ...given, desk, demo, key, bindDemo: demoBinding(deps) };
    const codes = shopperCodes({ db, secrets, key });
    return {
      name: 'shopper',
      routes: [
        ...signInRoutes(shared),
        ...numberRoutes({ ...shared, codes }),
        counterRoute(deps),
        ...erasureRoutes(deps),
        ...appRoutes({ lookup, secrets, config, demo }),
        counterUnbindRoute(deps),
      ],
      start: (signal) => prune(deps, signal),
    };
  },
};
