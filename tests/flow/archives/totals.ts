/** What every report of a house adds up to, of all days. */
import { ALL_DAYS, COUNTED_REPORTS, type CountedReport } from '../../../projections/self-audit/reports.ts';
import type { App } from '../../support/app.ts';

export const totalsOf = async (app: Pick<App, 'get'>): Promise<Readonly<Record<string, unknown>>> => {
  const totals: Record<string, unknown> = {};
  for (const { path, query = {} } of Object.values<CountedReport>(COUNTED_REPORTS)) {
    if (path === undefined) continue;
    const { status, body } = await app.get(`${path}/totals?${new URLSearchParams({ ...ALL_DAYS, ...query })}`);
    totals[path] = status === 200 ? body.data : status;
  }
  return totals;
};
