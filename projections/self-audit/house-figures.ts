/** What the house says itself: totals and rows of each report at one position of the log, asked as a user asks. */
import { isRefusal } from 'services/contracts/refusal';
import { isRaw, type Route } from 'services/contracts/route';
import { ALL_PERMISSIONS, NOBODY, type SessionUser } from 'services/contracts/user';
import type { CommonQueryMethods } from 'slonik';
import { KEPT } from './money-balances.ts';
import { reportOf, type CountedReport, type ReportName } from './reports.ts';

/** Figures in whole units. */
export type Figures = ReadonlyMap<string, bigint>;
export type ShownRow = { readonly key: string; readonly figures: Figures };
export type ShownAt = { readonly db: CommonQueryMethods; readonly routes: readonly Route[]; readonly until: number };

/** Sees every shop, every row and every figure, and changes nothing: no route of a write is ever asked. */
const AUDITOR: SessionUser = { ...NOBODY, permissions: new Set([ALL_PERMISSIONS]), rows: 'all' };
const PAGE = 5_000;

/** `12.345` with three places → 12345n. */
const unitsOf = (wire: unknown, places: number): bigint => {
  if (typeof wire === 'number') return BigInt(Math.round(wire * 10 ** places));
  const [whole = '0', decimals = ''] = String(wire).split('.');
  return BigInt(whole + decimals.padEnd(places, '0'));
};
const figuresOf = (report: CountedReport, of: (name: string) => unknown): Figures =>
  new Map(Object.entries(report.figures).map(([name, { places }]) => [name, unitsOf(of(name) ?? 0, places)]));

type ReportQuery = Readonly<Record<string, string | number | readonly number[]>>;
const ask = async ({ routes, until }: ShownAt, path: string, asked: ReportQuery): Promise<unknown> => {
  const route = routes.find((one) => one.method === 'GET' && one.path === path);
  if (route === undefined) throw new RangeError(`no report ${path}`);
  const query: unknown = route.query?.parse(asked);
  const now = new Date();
  const call = { user: AUDITOR, now, key: '', requestId: '', params: {}, query, body: undefined, asOf: until };
  const client = { ip: '', userAgent: '' };
  const answer = await route.handler({ ...call, asOfMoment: now, newId: async () => 0, client });
  if (isRefusal(answer)) throw new Error(answer.message);
  return isRaw(answer) ? null : answer.data;
};
const filtersOf = ({ query, shopFilter = 'shopId' }: CountedReport, shop: number): ReportQuery => ({
  ...query,
  [shopFilter]: shop,
});

/** What a report says of a shop, 0 for the whole chain. */
export const totalsShown = async (at: ShownAt, name: ReportName, shop: number): Promise<Figures> => {
  const report = reportOf(name);
  if (report.path === undefined) {
    const found = await KEPT[name]!.totals(at.db, at.until, shop);
    return figuresOf(report, (figure) => found[figure]);
  }
  const data = (await ask(at, `${report.path}/totals`, filtersOf(report, shop))) as { readonly totals: ReportQuery };
  return figuresOf(report, (figure) => data.totals[figure]);
};

type Row = Readonly<Record<string, unknown>>;
const keyIn = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const rowShown = (report: CountedReport, row: Row): ShownRow => ({
  key: keyIn(row[report.key ?? '']),
  figures: new Map(
    Object.entries(report.figures).flatMap(([name, { places, row: of }]) =>
      of === undefined ? [] : [[name, unitsOf(of(row), places)] as const],
    ),
  ),
});
/** Rows of a report, page after page; none where they cannot be told apart. */
export async function* rowsShown(at: ShownAt, name: ReportName, shop: number): AsyncGenerator<readonly ShownRow[]> {
  const report = reportOf(name);
  if (report.key === undefined) return;
  for (let page = 1, full = true; full; page += 1) {
    const paging = { pageIndex: page, pageSize: PAGE };
    const rows =
      report.path === undefined
        ? await KEPT[name]!.rows(at.db, at.until, { shop, ...paging })
        : (
            (await ask(at, `${report.path}/rows`, { ...filtersOf(report, shop), ...paging })) as {
              list: readonly Row[];
            }
          ).list;
    full = rows.length === PAGE;
    yield rows.map((row) => rowShown(report, row));
  }
}
