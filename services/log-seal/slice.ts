/** 日志封印: a seal every hour, and on demand; reckonings against them. */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { isRefusal, refuse } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { fingerprintOf } from './chain.ts';
import { beginCheck, checks, runCheck } from './checks.ts';
import { CASE_FILE_CREATE_KEY, CASE_FILE_KEY } from './case-file/contract.ts';
import { caseFileRoutes, forgetOld } from './case-file/routes.ts';
import { SEAL_KEY, SEAL_PATH, SEAL_RUN_KEY, SealChecks, SealKey, SealPage, SealQuery } from './contract.ts';
import { KeyLost, publicKeyOf } from './key.ts';
import { LogDiffers, lastSeal, sealLog, sealPage } from './seals.ts';
import { caseFileMigration, caseReachMigration, newestSealMigration, sealMigration } from './tables.ts';
import { atOnce, unhurried } from './background-pace.ts';

const EVERY_MS = 3_600_000;
const LOOK_MS = 60_000;
const NO_KEY_YET = refuse('not-found', 'log_seal.none', '还没有封印');

/** Two processes may both find it due: one of them writes the number, the other finds it written. */
const keepSealing = async (deps: SliceDeps, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    try {
      const last = await lastSeal(deps.master);
      const age = deps.clock().getTime() - Date.parse(last?.at ?? '1970-01-01T00:00:00Z');
      if (age >= EVERY_MS) await Promise.all([sealLog(deps, signal, unhurried(signal)), forgetOld(deps)]);
    } catch (error) {
      if (!signal.aborted) deps.log.warn('the log was not sealed', { error });
    }
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
};

const sealRoutes = (deps: SliceDeps, signal: AbortSignal): readonly Route[] => [
  route({
    method: 'GET',
    path: SEAL_PATH,
    summary: '日志封印',
    allow: SEAL_KEY,
    query: SealQuery,
    data: SealPage,
    handler: async ({ query }) => ({ data: await sealPage(deps.master, query) }),
  }),
  route({
    method: 'POST',
    path: SEAL_PATH,
    summary: '封存日志',
    allow: SEAL_RUN_KEY,
    data: z.int(),
    handler: async () => {
      try {
        const made = await sealLog(deps, signal, atOnce);
        const { no } = made.at(-1) ?? (await lastSeal(deps.master)) ?? { no: 0 };
        return { data: no, msg: made.length === 0 ? '没有新的事件，不需要封存' : `已封存，编号 ${no}` };
      } catch (error) {
        if (error instanceof KeyLost || error instanceof LogDiffers)
          return refuse('conflict', 'log_seal.not_sealed', error.message);
        throw error;
      }
    },
  }),
  route({
    method: 'GET',
    path: `${SEAL_PATH}/key`,
    summary: '封印公钥',
    // A case file is signed with the same key.
    allow: [SEAL_KEY, CASE_FILE_KEY, CASE_FILE_CREATE_KEY],
    data: SealKey,
    handler: async () => {
      const publicKey = await publicKeyOf(deps.master);
      return publicKey === null ? NO_KEY_YET : { data: { publicKey, fingerprint: fingerprintOf(publicKey) } };
    },
  }),
];

type Background = { readonly signal: AbortSignal; readonly add: (work: Promise<void>) => void };
const checkRoutes = (deps: SliceDeps, { signal, add }: Background): readonly Route[] => [
  route({
    method: 'GET',
    path: `${SEAL_PATH}/check`,
    summary: '日志校验记录',
    allow: SEAL_KEY,
    data: SealChecks,
    handler: async () => ({ data: { list: await checks(deps.master) } }),
  }),
  route({
    method: 'POST',
    path: `${SEAL_PATH}/check`,
    summary: '校验日志',
    allow: SEAL_RUN_KEY,
    data: z.int(),
    handler: async ({ newId, ...actor }) => {
      const id = await newId();
      const refused = await beginCheck(deps.master, id, actor);
      if (isRefusal(refused)) return refused;
      add(runCheck(deps, id, signal));
      return { data: id, msg: '已开始校验' };
    },
  }),
];

export const logSealSlice: SliceModule = {
  migrations: [sealMigration, caseFileMigration, newestSealMigration, caseReachMigration],
  create: (deps) => {
    const stopping = new AbortController();
    const running = new Set<Promise<void>>();
    const add = (work: Promise<void>): void => {
      running.add(work);
      void work.finally(() => running.delete(work));
    };
    const { signal } = stopping;
    return {
      name: 'log-seal',
      routes: [
        ...sealRoutes(deps, signal),
        ...checkRoutes(deps, { signal, add }),
        ...caseFileRoutes(deps, { signal, add }),
      ],
      start: async (told) => {
        told.addEventListener('abort', () => stopping.abort(), { once: true });
        await keepSealing(deps, told);
        await Promise.all(running);
      },
    };
  },
};
