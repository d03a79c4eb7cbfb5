/** Versions of the board out of the read model, now or as of a moment. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { yuanFromFen } from 'services/contracts/units';
import { can, type SessionUser } from 'services/contracts/user';
import { BoardLine, quotationKey } from 'services/quoted-price/contract';
import type { BoardRow, BoardVersion, HistoryQuery, VersionRow } from './contract.ts';
import { allOf, type Condition } from '../platform/queries/where-clauses.ts';

const MAY_SEE_COST = [
  'biz:bizSell:add',
  'biz:bizAloneRecycle:add',
  'base:baseQuotedPrice:add',
  'base:baseQuotedPrice:edit',
];
/** Who sells or buys old gold needs what a gram is bought for, and who writes the board. */
export const seesQuotedCost = (user: SessionUser): boolean => MAY_SEE_COST.some((key) => can(user, key));

const Stored = z.object({
  position: z.int(),
  version: z.int(),
  validFrom: z.string(),
  at: z.string(),
  by: z.string(),
  adPicture: z.string(),
  backgroundPicture: z.string(),
  remark: z.string(),
  details: z.array(BoardLine),
});
export type StoredVersion = z.infer<typeof Stored>;
const COLUMNS = sql.fragment`q.position, q.version, q.valid_from AS "validFrom", q.at, q.by_name AS by,
  q.ad_picture AS "adPicture", q.background_picture AS "backgroundPicture", q.remark, q.details`;

/** What was known at a position and is judged by the clock of a moment. */
export type BoardMoment = { readonly position: number | undefined; readonly moment: Date };
const known = ({ position }: BoardMoment): Condition =>
  position === undefined ? null : sql.fragment`q.position <= ${position}`;
const clockOf = ({ moment }: BoardMoment): FragmentSqlToken => sql.fragment`${moment.toISOString()}::timestamptz`;

export const validVersion = (db: CommonQueryMethods, when: BoardMoment): Promise<StoredVersion | null> =>
  db.maybeOne(sql.type(Stored)`
    SELECT ${COLUMNS} FROM live.quoted_prices q
    WHERE ${allOf([known(when)], [sql.fragment`q.valid_from <= ${clockOf(when)}`])}
    ORDER BY q.valid_from DESC, q.position DESC LIMIT 1`);
/** The next one to become valid; of two from the same moment the later entered. */
export const nextVersion = (db: CommonQueryMethods, when: BoardMoment): Promise<StoredVersion | null> =>
  db.maybeOne(sql.type(Stored)`
    SELECT ${COLUMNS} FROM live.quoted_prices q
    WHERE ${allOf([known(when)], [sql.fragment`q.valid_from > ${clockOf(when)}`])}
    ORDER BY q.valid_from, q.position DESC LIMIT 1`);

const Revision = z.object({ revision: z.int() });
/** Of the board's stream, which has one event a version; null: none yet. */
export const boardRevision = (db: CommonQueryMethods): Promise<number | null> =>
  db.maybeOneFirst(sql.type(Revision)`
    SELECT version - 1 AS revision FROM live.quoted_prices ORDER BY position DESC LIMIT 1`);

export const presentLines = (lines: StoredVersion['details'], withCost: boolean): BoardRow[] =>
  lines.map(({ sort, name, goldContent, costFen, priceFen, measureUnit }, index) => ({
    id: index + 1,
    quotedSort: sort,
    name,
    goldContent,
    ...(withCost && { cost: yuanFromFen(costFen) }),
    price: yuanFromFen(priceFen),
    measureUnit,
  }));
export const presentVersion = (stored: StoredVersion, withCost: boolean): BoardVersion => ({
  adPicture: stored.adPicture,
  backgroudPicture: stored.backgroundPicture,
  remark: stored.remark,
  details: presentLines(stored.details, withCost),
  validFrom: stored.validFrom,
  at: stored.at,
  by: stored.by,
});

const VersionRecord = Stored.extend({
  before: z.array(BoardLine).nullable(),
  /** Whether a version entered later was valid from the same moment on, or from before it. */
  replaced: z.boolean(),
});
type VersionRecord = z.infer<typeof VersionRecord>;

const changesOf = ({ details, before }: VersionRecord): VersionRow['changes'] => {
  const old = new Map((before ?? []).map((line) => [quotationKey(line), line]));
  const now = new Set(details.map((line) => quotationKey(line)));
  const steps = details.flatMap((line) => {
    const { name, goldContent, priceFen } = line;
    const beforeFen = old.get(quotationKey(line))?.priceFen ?? null;
    if (beforeFen === priceFen) return [];
    return [
      { name, goldContent, before: beforeFen === null ? null : yuanFromFen(beforeFen), after: yuanFromFen(priceFen) },
    ];
  });
  const gone = [...old].flatMap(([key, { name, goldContent, priceFen }]) =>
    now.has(key) ? [] : [{ name, goldContent, before: yuanFromFen(priceFen), after: null }],
  );
  return [...steps, ...gone];
};
const stateOf = (row: VersionRecord, current: number | undefined, when: BoardMoment): VersionRow['state'] => {
  if (row.version === current) return '现行';
  if (row.replaced) return '未生效即被替换';
  return Date.parse(row.validFrom) > when.moment.getTime() ? '待生效' : '已过期';
};

type HistoryRequest = { readonly query: HistoryQuery; readonly when: BoardMoment; readonly withCost: boolean };
const Counted = z.object({ count: z.int() });
/** A page of versions, the latest entered first. */
export const versionsOf = async (db: CommonQueryMethods, { query, when, withCost }: HistoryRequest) => {
  const { pageIndex, pageSize, beginTime, endTime } = query;
  const where = allOf(
    [known(when)],
    [
      beginTime === undefined ? null : sql.fragment`q.at >= (${`${beginTime}T00:00:00+08:00`}::timestamptz)`,
      endTime === undefined
        ? null
        : sql.fragment`q.at < (${`${endTime}T00:00:00+08:00`}::timestamptz + interval '1 day')`,
    ],
  );
  const at = when.position ?? null;
  const rows = await db.any(sql.type(VersionRecord)`
    SELECT ${COLUMNS},
      (SELECT b.details FROM live.quoted_prices b WHERE b.position < q.position ORDER BY b.position DESC LIMIT 1) AS before,
      EXISTS (
        SELECT FROM live.quoted_prices l
        WHERE l.position > q.position AND l.valid_from = q.valid_from
          AND (${at}::int8 IS NULL OR l.position <= ${at}::int8)) AS replaced
    FROM live.quoted_prices q WHERE ${where} ORDER BY q.position DESC
    LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`);
  const count = await db.oneFirst(
    sql.type(Counted)`SELECT count(*)::int AS count FROM live.quoted_prices q WHERE ${where}`,
  );
  const current = await validVersion(db, when);
  const list = rows.map((row): VersionRow => ({
    id: row.version,
    ...presentVersion(row, withCost),
    state: stateOf(row, current?.version, when),
    changes: changesOf(row),
  }));
  return { list, count, pageIndex, pageSize };
};
