/** Metal that was sent to come back and did not (R135): a row in 异常 each week, until it does. */
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, dayOf } from '../contracts/dates.ts';
import { documentNo } from '../contracts/document.ts';
import { settingDefault } from '../contracts/setting-defaults.ts';
import { gramsFromMg } from '../contracts/units.ts';
import { NOBODY } from '../contracts/user.ts';
import type { SliceDeps } from '../platform/slice/slice.ts';
import { overdueExits, type OverdueExit } from './live-checks.ts';
import { recycleOutManifest } from './manifest.ts';

const BACK_DAYS = 'recycle_back_days';
const WEEK = 7;
const LOOK_MS = 3_600_000;

type Deps = Pick<SliceDeps, 'master' | 'lookup' | 'exceptions' | 'clock' | 'log'>;
const noteOverdue = async (
  { exceptions, clock }: Deps,
  { id, shopId, outOn, weightMg, makerId, maker }: OverdueExit,
): Promise<void> => {
  const now = clock();
  const no = documentNo(recycleOutManifest.kind, id);
  const key = `not-back/${id}/${dayOf(now)}`;
  await exceptions.note(
    {
      kind: 'metal-not-back',
      shopId,
      who: { id: makerId, name: maker },
      documentNo: no,
      what: `${no} 于 ${outOn} 出库的旧料 ${gramsFromMg(weightMg).toFixed(3)} 克还没有回来`,
    },
    { user: NOBODY, now, key, requestId: key },
  );
};
/** Looks once. */
export const noteNotBack = async (deps: Deps): Promise<void> => {
  const { master, lookup, clock } = deps;
  const set = Number((await lookup.setting(BACK_DAYS)) ?? Number.NaN);
  const today = dayOf(clock());
  const overdue = await overdueExits(
    master,
    addDays(today, -(set > 0 ? set : settingDefault(BACK_DAYS))),
    addDays(today, -WEEK),
  );
  for (const exit of overdue) await noteOverdue(deps, exit);
};
/** Looks every hour until `signal` aborts. */
export const watchNotBack = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    try {
      await noteNotBack(deps);
    } catch (error) {
      if (!signal.aborted) deps.log.warn('metal that is not back was not looked for', { error });
    }
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
};
