/** GETs of recycle orders (S1§7): list, record, lines, one line, latest day, history, export, print data. */
import { sql } from 'slonik';
import { z } from 'zod';
import { chineseAmount } from 'services/contracts/chinese-amount';
import { RecordId } from 'services/contracts/ids';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { yuanFromFen } from 'services/contracts/units';
import type { SessionUser } from 'services/contracts/user';
import { RecycleLine } from 'services/old-material/contract';
import { lineWireId, orderOfLine, recycleStream } from 'services/recycle/contract';
import { recycleManifest } from 'services/recycle/manifest';
import { documentEndpoints, type DocumentEndpoints } from '../documents/endpoints.ts';
import { shownMoney } from '../documents/history.ts';
import { ofOneShop } from '../documents/piece-documents.ts';
import { MADE_BY, columnsOf, figuresOf, namesOf, sheetOf, storedOf, tellingOf, wordsOf } from '../documents/reading.ts';
import type { StoredOf } from '../documents/reading.ts';
import { documentOf } from '../documents/reads.ts';
import { photosOf, thumbsOf } from '../goods-in/present.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { NOT_FOUND } from '../platform/queries/scope.ts';
import { ofCustomer, type Condition } from '../platform/queries/where-clauses.ts';
import { RecycleLineRow, RecycleQuery, RecycleRecord, RecycleRow, recycleFields, recycleLine } from './contract.ts';
import { madeOfLine, namesAsJson, recycleLineInWords } from './present-line.ts';
import { recycles, storedRecycle } from './projector.ts';

type StoredRecycleRow = StoredOf<typeof storedRecycle, RecycleLine>;
const StoredRecycle = storedOf(storedRecycle, RecycleLine);

const tell = tellingOf<typeof recycleFields, StoredRecycleRow>(recycleFields);
const present = (row: StoredRecycleRow, user: SessionUser): RecycleRow =>
  tell(
    row,
    {
      pictures: namesAsJson(row.pictures),
      thumb: thumbsOf(row.pictures)[0] ?? '',
      photo: photosOf(row.pictures)[0] ?? '',
      paidBy: row.payments.map(({ method, amountFen }) => `${method}${shownMoney(amountFen)}`).join('，'),
    },
    user,
  );
const tellLine = tellingOf<typeof recycleLine, RecycleLine>(recycleLine);
const presentLines = (row: StoredRecycleRow, user: SessionUser): RecycleLineRow[] =>
  row.lines.map((line) =>
    tellLine(line, { id: lineWireId(row.id, line.lineId), recycleId: row.id, ...madeOfLine(line) }, user),
  );

const inWords = wordsOf(recycleFields, () => ['', '']);
const has = (column: 'categories' | 'styles' | 'finenesses', word: string | undefined): Condition =>
  word === undefined ? null : sql.fragment`d.${sql.identifier([column])} @> ${sql.array([word], 'text')}`;

const KEYS = recycleManifest.permission;
const lineRoute = (deps: QueryDeps, spec: typeof RECYCLES): Route =>
  route({
    method: 'GET',
    path: `${recycleManifest.path}-detail/:id`,
    summary: '回收明细详情',
    allow: spec.view,
    params: z.object({ id: RecordId }),
    data: RecycleLineRow,
    takesAsOf: true,
    handler: async ({ params: { id }, user, asOf }) => {
      const row = await documentOf(deps, spec, { id: orderOfLine(id), user, asOf });
      if (isRefusal(row)) return row;
      const line = presentLines(row, user).find((one) => one.id === id);
      return line === undefined ? NOT_FOUND : { data: line };
    },
  });

const {
  shopOf: _shopOf,
  shop,
  ...oneShop
} = ofOneShop<RecycleQuery>(({ customerId, type, style, fineness }) => [
  ofCustomer(sql.fragment`d.customer_id`, customerId),
  has('categories', type),
  has('styles', style),
  has('finenesses', fineness),
]);
const RECYCLES: DocumentEndpoints<RecycleQuery, typeof StoredRecycle, typeof RecycleRow> = {
  ...oneShop,
  projection: recycles.live,
  tables: { live: sql.fragment`live.recycles`, versions: sql.fragment`live.recycle_versions` },
  stream: recycleStream,
  day: recycles.day,
  columns: () => columnsOf(storedRecycle),
  names: namesOf(storedRecycle),
  stored: StoredRecycle,
  path: recycleManifest.path,
  label: '旧料回收',
  list: `${KEYS}:list`,
  view: [`${KEYS}:list`, `${KEYS}:edit`],
  name: recycles.name,
  words: async (deps, user, events) => ({ ...(await inWords(deps, user, events)), line: recycleLineInWords }),
  query: RecycleQuery,
  row: RecycleRow,
  present,
  exported: sheetOf(recycleFields, [
    'no',
    'recycleAt',
    'shopName',
    'customerName',
    'seller',
    'lineCount',
    'weight',
    'goldWeight',
    'oldFee',
    'paidBy',
    ...MADE_BY,
  ]),
  figures: { of: figuresOf(recycleFields), shop, kind: recycleManifest.kind },
  record: {
    data: RecycleRecord,
    of: async (_deps, row, { user }) => ({
      ...present(row, user),
      recycleList: presentLines(row, user),
      balanceList: row.payments.map(({ method, amountFen }) => ({ balance: method, amount: yuanFromFen(amountFen) })),
    }),
  },
  print: {
    kind: 'recycle',
    title: '旧料回收单',
    more: ({ oldFee }) => ({ oldFeeWords: chineseAmount(Math.round(oldFee * 100)) }),
  },
  lines: [
    {
      path: `${recycleManifest.path}-detail/list`,
      parameter: 'recycleId',
      row: RecycleLineRow,
      of: async (_deps, row, { user }) => presentLines(row, user),
    },
  ],
};

export default (deps: QueryDeps): Route[] => {
  const routes = documentEndpoints(deps, RECYCLES);
  // Behind the fixed /list of the lines (R33).
  return [...routes, lineRoute(deps, RECYCLES)];
};
