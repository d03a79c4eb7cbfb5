/** 大额现金, write side: filling in, and the watch over what is due. Documents reach it through {@link cashDesk}. */
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { cashReportRoutes } from './routes.ts';
import { CHECKER_SQL, REPORTS_SQL, WALK_IN_SQL } from './tables.ts';
import { watchCash } from './watch.ts';

/** What reports need of the house. */
export const dueDepsOf = ({ master, lookup, ids }: SliceDeps) => ({
  pool: master,
  lookup,
  nextId: () => ids.next(),
});
export const cashReportSlice: SliceModule = {
  migrations: [
    { id: 'cash-report-001', sql: REPORTS_SQL },
    { id: 'cash-report-002-checker', sql: CHECKER_SQL },
    { id: 'cash-report-003-walk-in', sql: WALK_IN_SQL },
  ],
  create: (deps) => {
    const { master: pool, identity, store, exceptions, clock, log } = deps;
    return {
      name: 'cash-report',
      routes: cashReportRoutes({ pool, identity }),
      // Rows of 异常 are events.
      startAppends: true,
      start: (signal) => watchCash({ ...dueDepsOf(deps), store, exceptions, clock, log }, signal),
    };
  },
};
