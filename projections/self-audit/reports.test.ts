/** No report is forgotten by the second count: each whose totals open is counted anew, or says why not. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { queries } from '../registry.ts';
import { COUNTED_REPORTS, type CountedReport } from './reports.ts';

const EXPLAIN = '/explain';
const NOT_COUNTED: Readonly<Record<string, string>> = {
  '/report-gold-balance': 'the recount of gold weighs the log against it line by line',
  '/report-gold-what-if': 'stock at a price that is asked for, of rows that are counted as stock',
};

test('every report whose totals open is counted anew each night', () => {
  const routes = queries({ db: {} as never, store: {} as never, now: () => new Date(), parked: async () => [] });
  const opened = routes.flatMap(({ path }) =>
    /^\/(report|finance)-/.test(path) && path.endsWith(EXPLAIN) ? [path.slice(0, -EXPLAIN.length)] : [],
  );
  const counted = new Set(
    Object.values(COUNTED_REPORTS as Readonly<Record<string, CountedReport>>).map(({ path }) => path),
  );
  expect(opened.length).toBeGreaterThan(12);
  expect(opened.filter((path) => !counted.has(path))).toEqual(Object.keys(NOT_COUNTED));
});

test('every counted report has somebody who counts it', () => {
  const counters = readdirSync(import.meta.dirname).filter((name) => !/^reports\.|\.test\.ts$/.test(name));
  const said = counters.map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8')).join('\n');
  const uncounted = Object.keys(COUNTED_REPORTS).filter((name) => !said.includes(`'${name}'`));
  expect(uncounted, 'a counter beside reports.ts tells the figures of each (orders.ts: of orders)').toEqual([]);
});
