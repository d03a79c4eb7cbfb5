/** Checks for list and record, now or as of a position. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { seesShop, type SessionUser } from 'services/contracts/user';
import { CheckTotals, UnmatchedCode } from 'services/stock-check/contract';
import { allowedRange } from '../platform/queries/date-window.ts';
import { pagedList } from '../platform/queries/paged-list.ts';
import { pastList, standing } from '../platform/queries/past-rows.ts';
import type { ListRequest, QueryDeps } from '../platform/queries/query-deps.ts';
import { NOT_FOUND, inScopeAt, scopeRefusal, shopFilter, type OwnedRows } from '../platform/queries/scope.ts';
import { allOf, between, equals } from '../platform/queries/where-clauses.ts';
import { checksAt } from './check-as-of.ts';
import { booksHidden } from './blind.ts';
import type { CheckQuery, CheckRow } from './contract.ts';

const StoredCheck = z.object({
  id: z.int(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  checked_on: z.string(),
  category: z.string(),
  style: z.string(),
  remark: z.string(),
  not_found: z.array(UnmatchedCode),
  audit_flag: z.int(),
  auditor: z.string(),
  totals: CheckTotals.nullable(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.int(),
  book_position: z.int(),
  audited_position: z.int().nullable(),
  round: z.int(),
  blind: z.boolean(),
  finished: z.boolean(),
  /** Its books are told to nobody now. */
  hidden: z.boolean(),
});
export type StoredCheck = z.infer<typeof StoredCheck>;
export const SHOWN = sql.fragment`k.stage IN ('pending', 'audited')`;
const selecting = (from: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  SELECT k.id, k.shop_id, s.name AS shop_name, k.checked_on, k.category, k.style, k.remark, k.not_found, k.audit_flag,
    k.auditor, k.totals, k.created_by, k.created_at, k.updated_at, k.revision, k.book_position, k.audited_position,
    k.round, k.blind, k.finished, ${booksHidden} AS hidden
  FROM ${from} LEFT JOIN master.shop s ON s.id = k.shop_id`;

export const presentCheck = (row: StoredCheck): CheckRow => ({
  id: row.id,
  no: documentNo('check', row.id),
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  checkAt: row.checked_on,
  type: row.category,
  style: row.style,
  noFind: row.not_found.map(({ barcode }) => `${barcode},`).join(''),
  auditFlag: row.audit_flag,
  blind: row.blind,
  finished: row.finished || row.audit_flag === 2,
  auditor: row.auditor,
  remark: row.remark,
  bookNum: row.totals?.bookNum ?? null,
  factNum: row.totals?.factNum ?? null,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const OWNED: OwnedRows = { table: sql.fragment`live.stock_checks`, key: sql.fragment`id` };
/** The checks of a list's filters (alias `k`): its page and its sums are of the same rows. */
export const checksWhere = (
  { now }: Pick<QueryDeps, 'now'>,
  { query, user, asOf }: ListRequest<CheckQuery>,
): FragmentSqlToken | Refusal => {
  const range = allowedRange(user, query, now());
  if (isRefusal(range)) return range;
  const shops = shopFilter(sql.fragment`k.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  return allOf(
    asOf === undefined ? null : standing(sql.fragment`k`, asOf),
    SHOWN,
    shops,
    inScopeAt(asOf, sql.fragment`k`, OWNED, user),
    equals(sql.fragment`k.category`, query.type),
    equals(sql.fragment`k.style`, query.style),
    equals(sql.fragment`k.audit_flag`, query.auditFlag),
    between(sql.fragment`k.checked_on`, range.begin, range.end),
  );
};
export const checksOf = async (deps: QueryDeps, asked: ListRequest<CheckQuery>) => {
  const { query, asOf } = asked;
  const where = checksWhere(deps, asked);
  if (isRefusal(where)) return where;
  const shared = {
    db: deps.db,
    where,
    orderBy: sql.fragment`k.checked_on DESC, k.id DESC`,
    key: sql.fragment`k.id`,
    row: StoredCheck,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  };
  const page =
    asOf === undefined
      ? await pagedList({
          ...shared,
          from: sql.fragment`live.stock_checks k`,
          select: selecting(sql.fragment`page JOIN live.stock_checks k ON k.id = page.key`),
        })
      : await pastList({
          ...shared,
          from: sql.fragment`live.stock_check_versions k`,
          keys: z.object({ id: z.int() }),
          select: async (keys) =>
            selecting(
              await checksAt(
                deps,
                keys.map(({ id }) => id),
                asOf,
              ),
            ),
        });
  return { ...page, list: page.list.map(presentCheck) };
};

type CheckRequest = { readonly id: number; readonly user: SessionUser; readonly asOf: number | undefined };
export const checkOf = async (deps: QueryDeps, { id, user, asOf }: CheckRequest): Promise<StoredCheck | Refusal> => {
  const from = asOf === undefined ? sql.fragment`live.stock_checks k` : await checksAt(deps, [id], asOf);
  const row = await deps.db.maybeOne(sql.type(StoredCheck)`${selecting(from)} WHERE k.id = ${id} AND ${SHOWN}`);
  if (row === null || !seesShop(user, row.shop_id)) return NOT_FOUND;
  return (await scopeRefusal(deps.db, OWNED, { id, user })) ?? row;
};
