/** Reads every kind of document answers the same way: its latest day and its history. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { RecordId } from 'services/contracts/ids';
import type { Recorded } from 'services/event-store/port';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import type { SessionUser } from 'services/contracts/user';
import { upTo } from '../platform/queries/past-rows.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { inScope } from 'services/platform/base/maker-scope';
import { shopFilter } from '../platform/queries/scope.ts';
import { allOf, type Condition } from '../platform/queries/where-clauses.ts';
import { History, historyOf, type HistoryStep, type HistoryWords } from './history.ts';
import { withCopies } from './copies.ts';

type Allow = string | readonly string[];
type RouteDeclaration = {
  /** `/biz-allocate` */
  readonly path: string;
  /** 首饰调拨 */
  readonly label: string;
  readonly allow: Allow;
};
const LatestDay = z.object({ day: z.string().nullable() });

/** What of `alias` is shown, of the shops and in the data scope of a user. */
export const shownIn =
  (alias: FragmentSqlToken, shown: Condition) =>
  (user: SessionUser): readonly Condition[] | Refusal => {
    const shops = shopFilter(sql.fragment`${alias}.shop_id`, user, undefined);
    return isRefusal(shops) ? shops : [shown, ...shops, inScope(alias, user)];
  };
/** GET <path>/latest-day: the last day with something on it, among what the user may see. */
export const latestDayRoute = (
  { db }: QueryDeps,
  {
    path,
    label,
    allow,
    ...asked
  }: RouteDeclaration & {
    /** Table with its alias. */
    readonly from: FragmentSqlToken;
    readonly day: FragmentSqlToken;
    readonly where: (user: SessionUser) => Condition | readonly Condition[] | Refusal;
  },
): Route =>
  route({
    method: 'GET',
    path: `${path}/latest-day`,
    summary: `最近一天有${label}数据的日期`,
    allow,
    data: LatestDay,
    handler: async ({ user }) => {
      const where = asked.where(user);
      if (isRefusal(where)) return where;
      const day = await db.oneFirst(sql.type(LatestDay)`
        SELECT max(${asked.day}) AS day FROM ${asked.from} WHERE ${allOf(where)}`);
      return { data: { day } };
    },
  });

const Id = z.object({ id: RecordId });
/** GET <path>/{id}/history, for whoever may see the document. */
export const historyRoute = (
  deps: QueryDeps,
  {
    path,
    label,
    allow,
    ...asked
  }: RouteDeclaration & {
    /** PascalCase name of the document's events. */
    readonly name: string;
    readonly stream: (id: number) => string;
    readonly found: (id: number, user: SessionUser, asOf: number | undefined) => Promise<object | Refusal>;
    readonly words: (user: SessionUser, events: readonly Recorded[]) => Promise<HistoryWords>;
    readonly also?: ((id: number, asOf: number | undefined) => Promise<HistoryStep[]>) | undefined;
    /** What is printed of it: its copies are told among what happened to it. */
    readonly printed?: string | undefined;
  },
): Route =>
  route({
    method: 'GET',
    path: `${path}/:id/history`,
    summary: `${label}修改历史`,
    allow,
    params: Id,
    data: History,
    takesAsOf: true,
    handler: async ({ params, user, asOf }) => {
      const row = await asked.found(params.id, user, asOf);
      if (isRefusal(row)) return row;
      const events = upTo(asOf, await deps.store.read(asked.stream(params.id)));
      const own = historyOf(asked.name, events, await asked.words(user, events));
      const also = (await asked.also?.(params.id, asOf)) ?? [];
      return { data: await withCopies(deps, [...own, ...also], { kind: asked.printed, record: params.id, asOf }) };
    },
  });
