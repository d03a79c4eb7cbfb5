/** GETs of gift stock-ins: list, record, sums, latest day, history, export. */
import { sql } from 'slonik';
import type { z } from 'zod';
import { rowOf } from 'services/contracts/fields';
import type { Route } from 'services/contracts/route';
import type { SessionUser } from 'services/contracts/user';
import { GiftInLine, giftInStream } from 'services/gift/contract';
import { giftManifest } from 'services/gift/manifest';
import { documentEndpoints, type DocumentEndpoints } from '../documents/endpoints.ts';
import { shown, shownMoney } from '../documents/history.ts';
import { ofOneShop } from '../documents/piece-documents.ts';
import {
  MADE_BY,
  columnsOf,
  figuresOf,
  namesOf,
  sheetOf,
  storedOf,
  tellingOf,
  wordsOf,
  type StoredOf,
} from '../documents/reading.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { GiftInQuery, giftInFields } from './contract.ts';
import { giftIns } from './projector.ts';

const LIST = `${giftManifest.permission}:list`;
type GiftRecord = StoredOf<typeof giftInFields, GiftInLine>;
const StoredRow = storedOf(giftInFields, GiftInLine) as z.ZodType<GiftRecord>;
const GiftRow = rowOf(giftInFields);
const tell = tellingOf<typeof giftInFields, GiftRecord>(giftInFields);
const present = (row: GiftRecord, user: SessionUser): z.infer<typeof GiftRow> =>
  tell(row, { rebateInte: row.points_centi / 100 }, user);

/** What a history tells of the gift besides its name and number. */
const giftWords = (line: Readonly<Record<string, unknown>>, withCost: boolean): readonly [string, string] => {
  const parts = [
    ['款号', shown(line['styleNo'])],
    ['规格', shown(line['spec'])],
    ['成本', withCost ? shownMoney(line['unitCostFen']) : ''],
    ['扣减积分', shown(Number(line['pointsCenti'] ?? 0) / 100)],
  ].filter(([, value]) => value !== '');
  return ['价格', [shownMoney(line['priceFen']), ...parts.map((part) => part.join(' '))].join('，')];
};
const { shop, ...ofShop } = ofOneShop<GiftInQuery>(() => []);
const endpoints: DocumentEndpoints<GiftInQuery, typeof StoredRow, typeof GiftRow> = {
  path: giftManifest.path,
  label: '赠品入库',
  list: LIST,
  view: [LIST, `${giftManifest.permission}:edit`],
  name: giftIns.name,
  stream: giftInStream,
  projection: giftIns.live,
  tables: { live: sql.fragment`live.gift_ins`, versions: sql.fragment`live.gift_in_versions` },
  day: giftIns.day,
  columns: (asOf) => columnsOf(giftInFields, asOf),
  names: namesOf(giftInFields),
  stored: StoredRow,
  query: GiftInQuery,
  partners: ofShop.partners,
  sees: ofShop.sees,
  row: GiftRow,
  present,
  words: wordsOf(giftInFields, giftWords),
  exported: sheetOf(giftInFields, [
    'no',
    'shopName',
    'inGiftAt',
    'barcode',
    'styleNo',
    'goodsName',
    'measure',
    'spec',
    'num',
    'cost',
    'amount',
    'rebateInte',
    'price',
    ...MADE_BY,
  ]),
  figures: { of: figuresOf(giftInFields), shop, kind: giftManifest.kind },
  record: { data: GiftRow, of: async (_deps, row, { user }) => present(row, user) },
  lines: [],
};
export default (deps: QueryDeps): Route[] => documentEndpoints(deps, endpoints);
