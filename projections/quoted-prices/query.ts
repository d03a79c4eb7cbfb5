/** GETs of quoted prices: /base-quoted-price and its rows (R52, R77, R96). */
import { z } from 'zod';
import { addDays, dayOf, isoWithOffset } from 'services/contracts/dates';
import { pageOf } from 'services/contracts/envelope';
import { refuse } from 'services/contracts/refusal';
import { route, type Call, type Route } from 'services/contracts/route';
import { yuanFromFen } from 'services/contracts/units';
import { BOARD_ID, matchedRow } from 'services/quoted-price/contract';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import {
  BoardRecord,
  BoardRow,
  DetailQuery,
  PriceAnswer,
  HistoryQuery,
  PRICE_LOOKUP_PATH,
  PUBLIC_BOARD_PATH,
  PriceQuery,
  PublicBoard,
  PublicQuery,
  VersionRow,
  quotedPrice,
  quotedPriceHistory,
} from './contract.ts';
import { headOf } from './head.ts';
import {
  boardRevision,
  nextVersion,
  presentLines,
  presentVersion,
  seesQuotedCost,
  validVersion,
  versionsOf,
  type BoardMoment,
  type StoredVersion,
} from './reads.ts';

const KEY = 'base:baseQuotedPrice';
const READERS = [`${KEY}:list`, `${KEY}:add`, `${KEY}:edit`, `${KEY}:remove`];
const DETAIL_PATH = '/base-quoted-price-detail';
const NEVER = {
  id: 0,
  adPicture: '',
  backgroudPicture: '',
  remark: '',
  details: [],
  validFrom: null,
  at: null,
  by: '',
  next: null,
} satisfies BoardRecord;

type BoardRequest = Pick<Call<unknown, unknown, unknown>, 'asOf' | 'asOfMoment'>;
const whenOf = ({ now }: QueryDeps, { asOf, asOfMoment }: BoardRequest): BoardMoment => ({
  position: asOf,
  moment: asOfMoment ?? now(),
});

const recordRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: quotedPrice.path,
    summary: '今日金价',
    allow: READERS,
    data: BoardRecord,
    takesAsOf: true,
    handler: async (call) => {
      const when = whenOf(deps, call);
      const withCost = seesQuotedCost(call.user);
      const [valid, next] = [await validVersion(deps.db, when), await nextVersion(deps.db, when)];
      const revision = when.position === undefined ? await boardRevision(deps.db) : null;
      const shown = valid === null ? NEVER : { id: BOARD_ID, ...presentVersion(valid, withCost) };
      return {
        data: { ...shown, next: next === null ? null : presentVersion(next, withCost) },
        ...(revision !== null && { etag: revision }),
      };
    },
  });

const historyRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: quotedPriceHistory.path,
    summary: '报价历史',
    allow: READERS,
    query: HistoryQuery,
    data: pageOf(VersionRow),
    takesAsOf: true,
    handler: async (call) => ({
      data: await versionsOf(deps.db, {
        query: call.query,
        when: whenOf(deps, call),
        withCost: seesQuotedCost(call.user),
      }),
    }),
  });

/** The rows of the valid board. */
const detailRoutes = (deps: QueryDeps): readonly Route[] => {
  const rowsOf = async (call: BoardRequest & Pick<Call<unknown, unknown, unknown>, 'user'>): Promise<BoardRow[]> => {
    const valid = await validVersion(deps.db, whenOf(deps, call));
    return presentLines(valid?.details ?? [], seesQuotedCost(call.user));
  };
  return [
    route({
      method: 'GET',
      path: DETAIL_PATH,
      summary: '报价明细',
      allow: READERS,
      query: DetailQuery,
      data: pageOf(BoardRow),
      takesAsOf: true,
      handler: async (call) => {
        const { pageIndex, pageSize, name = '' } = call.query;
        const rows = (await rowsOf(call)).filter((row) => row.name.includes(name));
        const from = (pageIndex - 1) * pageSize;
        return { data: { list: rows.slice(from, from + pageSize), count: rows.length, pageIndex, pageSize } };
      },
    }),
    route({
      method: 'GET',
      path: `${DETAIL_PATH}/list`,
      summary: '全部报价明细',
      allow: READERS,
      data: z.array(BoardRow),
      takesAsOf: true,
      handler: async (call) => ({ data: await rowsOf(call) }),
    }),
  ];
};

/** The last moment of a day that is over, else now. */
const momentOf = (day: string | undefined, now: Date): Date =>
  day === undefined || day >= dayOf(now) ? now : new Date(Date.parse(`${addDays(day, 1)}T00:00:00+08:00`) - 1);

const NOT_QUOTED = { priceFen: 0, costFen: 0 };
const foundPrice = (
  valid: StoredVersion | null,
  wanted: { readonly name: string; readonly goldContent: string },
  withCost: boolean,
): PriceAnswer => {
  const row = valid === null ? null : matchedRow(valid.details, wanted);
  const { priceFen, costFen } = row ?? NOT_QUOTED;
  return {
    price: yuanFromFen(priceFen),
    ...(withCost && { cost: yuanFromFen(costFen) }),
    at: row === null || valid === null ? null : valid.validFrom,
  };
};

const priceRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: PRICE_LOOKUP_PATH,
    summary: '查询金价',
    allow: { everyone: 'signed-in' },
    query: PriceQuery,
    data: PriceAnswer,
    handler: async ({ query: { name, goldContent = '', sellAt }, user }) => {
      const valid = await validVersion(deps.db, { position: undefined, moment: momentOf(sellAt, deps.now()) });
      return { data: foundPrice(valid, { name, goldContent }, seesQuotedCost(user)) };
    },
  });

const publicLines = (details: StoredVersion['details']): PublicBoard['details'] =>
  details
    .filter(({ priceFen }) => priceFen > 0)
    .map(({ name, goldContent, priceFen, measureUnit }) => ({
      name,
      goldContent,
      price: yuanFromFen(priceFen),
      measureUnit,
    }));
/** For the screen in the shop: what is quoted and whose screen it is, and nothing beside it (R52). */
const publicRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: PUBLIC_BOARD_PATH,
    summary: '金价展示',
    allow: { everyone: 'public' },
    query: PublicQuery,
    data: PublicBoard,
    handler: async ({ query: { shop } }) => {
      const now = deps.now();
      const head = await headOf(deps.db, shop);
      if (head === null) return refuse('not-found', 'quoted_price.shop', '没有这个分店，或已停用，请核对网址');
      const valid = await validVersion(deps.db, { position: undefined, moment: now });
      const { adPicture = '', backgroundPicture = '', remark = '', validFrom = null, details = [] } = valid ?? {};
      const board = { adPicture, backgroudPicture: backgroundPicture, remark, at: validFrom };
      return { data: { ...head, now: isoWithOffset(now), ...board, details: publicLines(details) } };
    },
  });

export default (deps: QueryDeps): Route[] => [
  publicRoute(deps),
  historyRoute(deps),
  recordRoute(deps),
  ...detailRoutes(deps),
  priceRoute(deps),
];
