/** Reports that are due, written down once: a person's day or a document of 散客, in and out apart (R83). */
import { sql, type CommonQueryMethods, type DatabasePool } from 'slonik';
import { z } from 'zod';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { fenFromYuan } from '../contracts/units.ts';
import { insertRow, type ChangedBy, type MasterRow } from '../platform/rows/master.ts';
import { settingDefault } from '../contracts/setting-defaults.ts';
import { CASH_REPORT_LIMIT, DUE_DAYS, KEPT_YEARS, WORK_CALENDAR, calendarOf, workdayAfter } from './contract.ts';
import type { CashDirection } from './contract.ts';
import type { CashDay } from './live-checks.ts';
import { REPORT } from './tables.ts';

export type DueDeps = {
  readonly pool: DatabasePool;
  readonly lookup: Pick<MasterLookup, 'setting' | 'customer'>;
  readonly nextId: () => Promise<number>;
};
export const limitFen = async ({ lookup }: Pick<DueDeps, 'lookup'>): Promise<number> =>
  fenFromYuan(Number((await lookup.setting(CASH_REPORT_LIMIT)) ?? settingDefault(CASH_REPORT_LIMIT)));
const directionsAt = (
  { inFen, outFen }: Pick<CashDay, 'inFen' | 'outFen'>,
  limit: number,
): readonly CashDirection[] => [
  ...(inFen >= limit ? (['1'] as const) : []),
  ...(outFen >= limit ? (['2'] as const) : []),
];
/** The same date so many years later; of 29 February the 28th. */
const yearsAfter = (day: string, years: number): string => {
  const monthDay = day.slice(4) === '-02-29' ? '-02-28' : day.slice(4);
  return `${Number(day.slice(0, 4)) + years}${monthDay}`;
};

type Due = CashDay & { readonly direction: CashDirection };
type Terms = { readonly limit: number; readonly dueOn: string };
const rowOf = ({ customerId, document, direction, day, shopId }: Due, { limit, dueOn }: Terms): MasterRow => ({
  revision: 0,
  customer_id: customerId,
  day,
  direction,
  document,
  shop_id: shopId,
  limit_fen: limit,
  due_on: dueOn,
  keep_until: yearsAfter(day, KEPT_YEARS),
  name: '',
  contact: '',
  id_type: '',
  id_no: '',
  id_no_masked: '',
  id_expiry: '',
  purpose: '',
  checked_by: '',
  filled_by: '',
});
const Known = z.object({ id: z.int(), limitFen: z.number() });
const knownOf = (db: CommonQueryMethods, { customerId, day, direction, document }: Due) =>
  db.maybeOne(sql.type(Known)`
    SELECT id, limit_fen AS "limitFen" FROM master.cash_report
    WHERE customer_id = ${customerId}::bigint AND day = ${day}::date AND direction = ${direction} AND document = ${document}`);

/** What is there already keeps what was filled in; the limit is the one that counts now. */
const writeOne = async ({ pool, nextId }: DueDeps, due: Due, terms: Terms, by: ChangedBy): Promise<void> => {
  const known = await knownOf(pool, due);
  if (known?.limitFen === terms.limit) return;
  if (known !== null) {
    await pool.query(sql.unsafe`
      UPDATE master.cash_report SET limit_fen = ${terms.limit} WHERE id = ${known.id}::bigint`);
    return;
  }
  const at = by.now.toISOString();
  const row = { id: await nextId(), ...rowOf(due, terms), created_at: at, updated_at: at };
  await pool.transaction(async (tx) => {
    // One at a time of a customer: two tills may reach the limit together.
    await tx.query(sql.unsafe`SELECT FROM master.customer WHERE id = ${due.customerId}::bigint FOR NO KEY UPDATE`);
    if ((await knownOf(tx, due)) === null) await insertRow(tx, REPORT, row, by);
  });
};

/** Writes down what is due of these days; what is below the limit leaves no trace. */
export const writeDue = async (deps: DueDeps, days: readonly CashDay[], by: ChangedBy): Promise<void> => {
  const limit = await limitFen(deps);
  const calendar = calendarOf(await deps.lookup.setting(WORK_CALENDAR));
  for (const day of days) {
    const terms = { limit, dueOn: workdayAfter(day.day, DUE_DAYS, calendar) };
    for (const direction of directionsAt(day, limit)) await writeOne(deps, { ...day, direction }, terms, by);
  }
};
