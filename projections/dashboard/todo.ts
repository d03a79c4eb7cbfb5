/** What waits for the user: each with the page that shows it, and only where they may open that page (R93). */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { DATE_WINDOW_DAYS, addDays } from 'services/contracts/dates';
import { MANIFESTS } from 'services/contracts/manifests';
import { UNASSIGNED_TILL } from 'services/contracts/tills';
import { anyDate, can, shopScope, type SessionUser } from 'services/contracts/user';
import { waiting } from '../cash-reports/reads.ts';
import { VISIBLE } from '../goods-in/reads.ts';
import { inScope } from 'services/platform/base/maker-scope';
import { SALES, ofScope } from '../platform/queries/scope.ts';
import { allOf, oneOfIds, type Condition } from '../platform/queries/where-clauses.ts';
import { SEEN, UNSEEN } from '../exceptions/seen-marks.ts';
import { MOST_COUNTED, type Todo } from './contract.ts';

type Viewer = { readonly user: SessionUser; readonly today: string };
type Pending = {
  readonly kind: string;
  readonly table: string;
  readonly day: string;
  readonly shops?: readonly string[];
  readonly also?: FragmentSqlToken;
};
/** Where documents that wait for their audit lie. Lists are found by the day. */
export const PENDING: readonly Pending[] = [
  { kind: 'sale', table: 'sales', day: 'sold_on' },
  { kind: 'recycle', table: 'recycles', day: 'recycled_on' },
  { kind: 'recycle-out', table: 'recycle_outs', day: 'out_on' },
  { kind: 'material-check', table: 'material_checks', day: 'checked_on' },
  { kind: 'deposit', table: 'deposits', day: 'deposited_on' },
  { kind: 'gift-in', table: 'gift_ins', day: 'received_on' },
  { kind: 'receipt', table: 'goods_in', day: 'received_on', also: VISIBLE },
  { kind: 'transfer', table: 'transfers', day: 'transferred_on', shops: ['out_shop_id', 'in_shop_id'] },
  { kind: 'supplier-return', table: 'supplier_returns', day: 'returned_on' },
  { kind: 'adjust', table: 'stock_adjusts', day: 'adjusted_on' },
  { kind: 'inspection', table: 'inspections', day: 'inspected_on' },
];
const inShops = (user: SessionUser, columns: readonly string[]): Condition => {
  const own = shopScope(user);
  if (own === null) return null;
  const each = columns.map(
    (column) => oneOfIds(sql.fragment`g.${sql.identifier([column])}`, own) ?? sql.fragment`true`,
  );
  return sql.fragment`(${sql.join(each, sql.fragment` OR `)})`;
};
/** What waits is counted as its list shows it (R109). */
const MADE = sql.fragment`g`;
/** Days of the list that may be opened (R6). */
const openable = (column: FragmentSqlToken, { user, today }: Viewer): Condition =>
  anyDate(user) ? null : sql.fragment`${column} BETWEEN ${addDays(today, -DATE_WINDOW_DAYS)}::date AND ${today}::date`;

const pendingOf = (viewer: Viewer, { kind, table, day, shops = ['shop_id'], also }: Pending): FragmentSqlToken => {
  const column = sql.fragment`g.${sql.identifier([day])}`;
  const states = table === 'goods_in' ? null : sql.fragment`g.stage = 'pending'`;
  return sql.fragment`
    SELECT ${kind} AS kind, count(*)::int AS count, min(${column})::text AS first, max(${column})::text AS last
    FROM live.${sql.identifier([table])} g WHERE ${allOf(
      sql.fragment`g.audit_flag = 1`,
      states,
      also ?? null,
      inShops(viewer.user, shops),
      inScope(MADE, viewer.user),
      openable(column, viewer),
    )}`;
};
const Counted = z.object({
  kind: z.string(),
  count: z.int(),
  first: z.string().nullable(),
  last: z.string().nullable(),
});

const audits = async (db: CommonQueryMethods, viewer: Viewer): Promise<readonly Todo[]> => {
  const mine = PENDING.flatMap((one) => {
    const manifest = MANIFESTS.find(({ kind }) => kind === one.kind);
    const page = manifest?.pages[0]?.path;
    const may = manifest !== undefined && can(viewer.user, `${manifest.permission}:audit`);
    return may && page !== undefined ? [{ one, page, label: manifest.label }] : [];
  });
  if (mine.length === 0) return [];
  const counts = await db.any(
    sql.type(Counted)`${sql.join(
      mine.map(({ one }) => pendingOf(viewer, one)),
      sql.fragment` UNION ALL `,
    )}`,
  );
  return mine.flatMap(({ one, page, label }): readonly Todo[] => {
    const { count = 0, first, last } = counts.find(({ kind }) => kind === one.kind) ?? {};
    if (count === 0) return [];
    const { today } = viewer;
    const path = `${page}?auditFlag=1&beginTime=${first ?? today}&endTime=${last != null && last > today ? last : today}`;
    return [{ kind: 'audit', title: `待审核${label}`, count, unit: one.kind === 'receipt' ? '件' : '单', path }];
  });
};
const Count = z.object({ count: z.int() });
const countOf = (db: CommonQueryMethods, rows: FragmentSqlToken): Promise<number> =>
  db.oneFirst(sql.type(Count)`SELECT count(*)::int AS count FROM (SELECT FROM ${rows} LIMIT ${MOST_COUNTED}) AS hits`);

type Counter = {
  readonly needs: string;
  readonly rows: (viewer: Viewer) => FragmentSqlToken;
  readonly todo: (today: string) => Omit<Todo, 'count'>;
};
const YEAR_DAYS = 365;
const COUNTERS: readonly Counter[] = [
  {
    needs: 'biz:bizCheck:list',
    // A count lasts a night; what nobody ended for weeks is no longer one.
    rows: ({ user, today }) =>
      sql.fragment`live.stock_checks g WHERE ${allOf(
        sql.fragment`g.audit_flag = 1 AND g.stage = 'pending'`,
        inShops(user, ['shop_id']),
        inScope(MADE, user),
        sql.fragment`g.checked_on BETWEEN ${addDays(today, -DATE_WINDOW_DAYS)}::date AND ${today}::date`,
      )}`,
    todo: (today) => ({
      kind: 'check',
      title: '未审核盘点',
      unit: '单',
      path: `/stock/check?auditFlag=1&beginTime=${addDays(today, -DATE_WINDOW_DAYS)}&endTime=${today}`,
    }),
  },
  {
    needs: 'biz:bizSellClean:list',
    rows: ({ user, today }) =>
      sql.fragment`live.repairs g WHERE ${allOf(
        sql.fragment`g.to_position IS NULL AND g.step <> 'fetched' AND g.repair_id IS NOT NULL`,
        sql.fragment`g.promised_on < ${today}::date`,
        inShops(user, ['shop_id']),
        ofScope(sql.fragment`g.sale_id`, SALES, user),
      )}`,
    todo: () => ({ kind: 'repair', title: '逾期未取的维修', unit: '件', path: '/sales/repair?overdue=1' }),
  },
  {
    needs: 'biz:bizSellChange:inspect',
    rows: ({ user }) =>
      sql.fragment`live.return_inspections g WHERE ${allOf(
        sql.fragment`g.to_position IS NULL AND NOT g.judged`,
        inShops(user, ['shop_id']),
        ofScope(sql.fragment`g.sale_id`, SALES, user),
      )}`,
    todo: () => ({ kind: 'inspect', title: '待质检的退货', unit: '件', path: '/sales/inspect' }),
  },
  {
    needs: 'biz:bizGoodsIn:print',
    rows: ({ user }) =>
      sql.fragment`live.goods_in g WHERE ${allOf(
        sql.fragment`g.needs_label AND g.on_hand > 0`,
        VISIBLE,
        inShops(user, ['shop_id']),
        inScope(MADE, user),
      )}`,
    todo: () => ({ kind: 'label', title: '待换标签的首饰', unit: '件', path: '/stock/goods-in?needsLabel=1' }),
  },
  {
    needs: 'biz:bizCashReport:edit',
    rows: ({ user }) => waiting(user),
    todo: () => ({ kind: 'cash', title: '大额现金待登记', unit: '笔', path: '/sales/cash-report?state=1' }),
  },
  {
    needs: 'report:reportException:list',
    // What came within the window of lists and nobody has seen yet.
    rows: ({ user, today }) =>
      sql.fragment`live.exceptions e ${SEEN} WHERE ${allOf(
        sql.fragment`e.level = 1 AND ${UNSEEN}`,
        sql.fragment`e.day BETWEEN ${addDays(today, -DATE_WINDOW_DAYS)}::date AND ${today}::date`,
        oneOfIds(sql.fragment`e.shop_id`, shopScope(user)),
      )}`,
    todo: (today) => ({
      kind: 'exception',
      title: '异常待阅',
      unit: '条',
      path: `/sales/report-exception?seen=1&level=1&beginTime=${addDays(today, -DATE_WINDOW_DAYS)}&endTime=${today}`,
    }),
  },
  {
    needs: 'biz:bizShift:approve',
    rows: ({ user }) =>
      sql.fragment`live.shifts g WHERE ${allOf(sql.fragment`g.difference_state = '1'`, inShops(user, ['shop_id']))}`,
    todo: () => ({ kind: 'shift', title: '待确认的交班差额', unit: '单', path: '/sales/shift?differenceState=1' }),
  },
  {
    needs: 'biz:bizShift:add',
    // Shops whose reserved till has money since it was last handed over.
    rows: ({ user }) =>
      sql.fragment`(SELECT s.id AS shop_id FROM master.shop s) g WHERE ${allOf(
        sql.fragment`EXISTS (SELECT FROM live.till_money t WHERE t.shop_id = g.shop_id AND t.till = ${UNASSIGNED_TILL}
          AND t.position > coalesce((SELECT s.until_position FROM live.shifts s
            WHERE s.shop_id = g.shop_id AND s.till = ${UNASSIGNED_TILL} ORDER BY s.until_position DESC, s.id DESC LIMIT 1), -1))`,
        inShops(user, ['shop_id']),
      )}`,
    todo: () => ({ kind: 'till', title: `${UNASSIGNED_TILL}有未交的款`, unit: '家', path: '/sales/shift' }),
  },
  {
    needs: 'report:reportGoodsTurnover:list',
    rows: ({ user, today }) =>
      sql.fragment`live.goods_turnover g WHERE ${allOf(
        sql.fragment`g.to_position IS NULL AND g.on_hand > 0`,
        sql.fragment`g.first_received_on <= ${addDays(today, -YEAR_DAYS)}::date`,
        inShops(user, ['shop_id']),
      )}`,
    todo: (today) => ({
      kind: 'stock',
      title: '库龄超过一年',
      unit: '件',
      path: `/stock/report-turnover?receivedBefore=${addDays(today, -YEAR_DAYS)}`,
    }),
  },
  {
    needs: 'report:reportGoldBalance:list',
    // Of the last night that was counted to its end.
    rows: ({ user }) =>
      sql.fragment`(
        SELECT d.* FROM (
          SELECT differences FROM master.gold_recount WHERE day IS NOT NULL AND state = 'done' ORDER BY day DESC LIMIT 1) r,
          jsonb_to_recordset(r.differences) AS d (shop_id int8)) g
        WHERE ${allOf(inShops(user, ['shop_id']))}`,
    todo: () => ({ kind: 'gold', title: '昨夜金料核对有差异', unit: '处', path: '/sales/report-gold-balance' }),
  },
  {
    needs: 'base:baseCustomer:erase',
    // Of two records of one person the list shows the one that stays.
    rows: () => sql.fragment`(
      SELECT DISTINCT coalesce(c.merged_into, c.id) AS id
      FROM master.shopper_erasure e JOIN master.customer c ON c.id = e.customer_id WHERE e.ended_at IS NULL) g`,
    todo: () => ({ kind: 'erasure', title: '顾客申请注销', unit: '位', path: '/sales/customer?erasure=1' }),
  },
  {
    needs: 'base:baseCustomer:list',
    rows: ({ today }) => sql.fragment`master.customer c WHERE right(c.birthday, 5) = ${today.slice(5)}
      AND c.birthday <> '' AND c.merged_into IS NULL AND c.status = '2'`,
    todo: (today) => ({
      kind: 'birthday',
      title: '今天生日的客户',
      unit: '位',
      path: `/sales/customer?birthday=${today.slice(5)}&status=2`,
    }),
  },
];

export const todoOf = async (db: CommonQueryMethods, viewer: Viewer): Promise<Todo[]> => {
  const found: Todo[] = [...(await audits(db, viewer))];
  for (const { needs, rows, todo } of COUNTERS) {
    if (!can(viewer.user, needs)) continue;
    const count = await countOf(db, rows(viewer));
    if (count > 0) found.push({ ...todo(viewer.today), count });
  }
  return found;
};
