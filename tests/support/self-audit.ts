/** The self-audit of a running house, in this process. */
import { expect } from 'vitest';
import { selfAudited, type AuditOutcome } from 'projections/self-audit/run';
import type { House } from '../../house/start/house.ts';

export const auditOf = ({ deps, routes, caughtUp }: House): Promise<AuditOutcome> =>
  selfAudited(
    { db: deps.master, store: deps.store, routes, caughtUp },
    { signal: new AbortController().signal, onProgress: async () => undefined },
  );
export const expectSound = async (house: House): Promise<void> =>
  expect((await auditOf(house)).differences).toEqual([]);
