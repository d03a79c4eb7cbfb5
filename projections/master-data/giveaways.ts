/** Giveaways and write-offs (S1§2.6, §2.11, §7; R88, R137). */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { route, type Route } from 'services/contracts/route';
import { dayOf } from 'services/contracts/dates';
import { MASK } from 'services/contracts/person';
import { seesPersons } from 'services/contracts/user';
import {
  BY_SHOP,
  BY_SHOPPER,
  COLLECTED,
  GiveawayRecord,
  GiveawayRow,
  WRONG_CODES,
  WriteOffRow,
} from 'services/master-data/contract';
import { digitsLookedFor } from 'services/contracts/phone';
import { holds, numberHolds, type Condition } from 'services/platform/base/text-search';
import { VALID_GIVEAWAY_PATH, giveawayList, writeOffList } from './contract.ts';
import { NEWEST_FIRST, equals, listRoutes, ordered, page, recordRoute, type Source } from './reading.ts';

const MOMENTS = sql.fragment`created_at AS "createdAt", updated_at AS "updatedAt"`;
const GIVEAWAY = sql.fragment`id, title, total, limit_num AS "limitNum", remark, status, ${MOMENTS},
  (SELECT count(*)::int FROM master.write_off AS w WHERE w.giveaway_id = giveaway.id) AS claimed,
  (SELECT count(*)::int FROM master.write_off AS w WHERE w.giveaway_id = giveaway.id AND w.status = '2') AS collected`;
const giveaways: Source<typeof GiveawayRow> = {
  row: GiveawayRow,
  columns: GIVEAWAY,
  from: sql.fragment`master.giveaway`,
  alias: 'giveaway',
};
const whole = { ...giveaways, row: GiveawayRecord, columns: sql.fragment`${GIVEAWAY}, content` };
const GIVEAWAY_READERS = ['mall:mallGiveaway:list', 'mall:mallGiveaway:edit'];

/** What is offered now: enabled, not all gone, the newest (R88). */
const validRoute = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: VALID_GIVEAWAY_PATH,
    summary: '当前礼品',
    allow: { everyone: 'signed-in' },
    data: GiveawayRecord.nullable(),
    handler: async () => ({
      data: await db.maybeOne(sql.type(GiveawayRecord)`
        SELECT ${whole.columns} FROM ${whole.from} WHERE status = '2' AND total > 0 ORDER BY id DESC LIMIT 1`),
    }),
  });

const giveawayRoutes = (db: CommonQueryMethods): Route[] => [
  ...listRoutes(db, {
    endpoint: giveawayList,
    summary: '礼品活动列表',
    exported: {
      name: '礼品活动',
      needs: 'mall:mallGiveaway:list',
      columns: [
        ['id', '编号'],
        ['title', '标题'],
        ['total', '库存数量'],
        ['limitNum', '每人限领'],
        ['claimed', '已领取'],
        ['collected', '已核销'],
        ['status', '状态'],
        ['remark', '备注'],
      ],
    },
    allow: GIVEAWAY_READERS,
    read: (at, { query }) =>
      page(at, giveaways, {
        where: [holds(['title'], query.title), equals(['status'], query.status)],
        order: ordered(query, ['title'], NEWEST_FIRST),
        paging: query,
      }),
  }),
  validRoute(db),
  recordRoute(db, {
    path: giveawayList.path,
    title: '礼品活动',
    allow: GIVEAWAY_READERS,
    row: GiveawayRecord,
    source: () => whole,
  }),
];

type MallReads = { readonly db: CommonQueryMethods; readonly now: () => Date };
/** As they stand on that day; the code of what waits is its proof and shown to nobody (R137). */
const writeOffs = (day: string): Source<typeof WriteOffRow> => ({
  row: WriteOffRow,
  columns: sql.fragment`id, bill_type AS "billType", coalesce(giveaway_id, 0) AS "billId",
    coalesce((SELECT g.title FROM master.giveaway AS g WHERE g.id = write_off.giveaway_id), '') AS title,
    CASE WHEN status = ${COLLECTED} THEN write_off_code ELSE ${MASK} END AS "writeOffCode", coalesce(customer_id, 0) AS "customerId",
    CASE WHEN by_shopper AND open_id <> '' THEN ${MASK} ELSE open_id END AS "openId", name, mobile,
    limit_num AS "limitNum", remark, status, coalesce(used_at::text, '') AS "usedAt", used_by AS "usedBy",
    coalesce(used_shop_id, 0) AS "usedShopId",
    coalesce((SELECT s.name FROM master.shop AS s WHERE s.id = write_off.used_shop_id), '') AS "usedShopName",
    CASE WHEN by_shopper THEN ${BY_SHOPPER} ELSE ${BY_SHOP} END AS source,
    status <> ${COLLECTED} AND wrong_codes >= ${WRONG_CODES} AND wrong_on = ${day}::date AS locked, ${MOMENTS}`,
  from: sql.fragment`master.write_off`,
  alias: 'write_off',
});
const WRITE_OFF_READERS = ['mall:mallWriteOff:list', 'mall:mallWriteOff:edit'];
const WHOLE_NUMBER = 11;
/** Without the right to see numbers only a whole one is found (R114). */
const mobileHolds = (term: string | undefined, inPart: boolean): Condition => {
  if (term === undefined) return null;
  const digits = digitsLookedFor(term);
  return digits === '' || (!inPart && digits.length < WHOLE_NUMBER)
    ? sql.fragment`FALSE`
    : numberHolds(['mobile_digits'], digits);
};
const giveawayIs = (id: number | undefined): FragmentSqlToken | null =>
  id === undefined ? null : sql.fragment`giveaway_id = ${id}::bigint`;
const sourceIs = (source: string | undefined): FragmentSqlToken | null =>
  source === undefined ? null : sql.fragment`by_shopper = ${source === BY_SHOPPER}`;
const writeOffRecord = ({ db, now }: MallReads, path: string): Route =>
  recordRoute(db, {
    path,
    title: '核销码',
    allow: WRITE_OFF_READERS,
    row: WriteOffRow,
    source: () => writeOffs(dayOf(now())),
  });

const EXPORTED_WRITE_OFFS = {
  name: '礼品核销',
  needs: 'mall:mallWriteOff:list',
  columns: [
    ['writeOffCode', '核销码'],
    ['title', '礼品'],
    ['source', '领取方式'],
    ['name', '客户名'],
    ['mobile', '联系电话'],
    ['limitNum', '数量'],
    ['status', '状态'],
    ['usedAt', '核销时间'],
    ['usedBy', '核销人'],
    ['usedShopName', '核销分店'],
    ['remark', '备注'],
  ],
  words: {
    status: { '1': '未核销', '2': '已核销' },
    source: { [BY_SHOPPER]: '顾客自领', [BY_SHOP]: '门店录入' },
  },
} as const;

const writeOffRoutes = ({ db, now }: MallReads): Route[] => [
  ...listRoutes(db, {
    endpoint: writeOffList,
    summary: '核销列表',
    exported: EXPORTED_WRITE_OFFS,
    allow: WRITE_OFF_READERS,
    read: (at, { query, user }) =>
      page(at, writeOffs(dayOf(now())), {
        where: [
          // A code is scanned or read out whole.
          equals(['write_off_code'], query.writeOffCode),
          mobileHolds(query.mobile, seesPersons(user)),
          equals(['status'], query.status),
          giveawayIs(query.billId),
          sourceIs(query.source),
        ],
        order: ordered(query, ['name'], NEWEST_FIRST),
        paging: query,
      }),
  }),
  writeOffRecord({ db, now }, `${writeOffList.path}/user`),
  writeOffRecord({ db, now }, writeOffList.path),
];

export const mallRoutes = (reads: MallReads): Route[] => [...giveawayRoutes(reads.db), ...writeOffRoutes(reads)];
