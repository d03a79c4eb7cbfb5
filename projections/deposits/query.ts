/** GETs of deposits: list, record, sums, latest day, history, export, print data (R79). */
import { sql } from 'slonik';
import { asBarcode } from 'services/contracts/barcode';
import { chineseAmount } from 'services/contracts/chinese-amount';
import type { Route } from 'services/contracts/route';
import { yuanFromFen } from 'services/contracts/units';
import type { SessionUser } from 'services/contracts/user';
import { DEPOSIT_KINDS, DepositLine, depositStream } from 'services/deposit/contract';
import { depositManifest } from 'services/deposit/manifest';
import { documentEndpoints, type DocumentEndpoints } from '../documents/endpoints.ts';
import { shown, shownMoney } from '../documents/history.ts';
import { ofOneShop } from '../documents/piece-documents.ts';
import { MADE_BY, columnsOf, figuresOf, namesOf, sheetOf, storedOf, tellingOf, wordsOf } from '../documents/reading.ts';
import type { StoredOf } from '../documents/reading.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { ofCustomer } from '../platform/queries/where-clauses.ts';
import { DepositQuery, DepositRecord, DepositRow, depositFields } from './contract.ts';
import { deposits, storedDeposit } from './projector.ts';

type StoredDepositRow = StoredOf<typeof storedDeposit, DepositLine>;
const StoredDeposit = storedOf(storedDeposit, DepositLine);
const kindName = (kind: unknown): string => DEPOSIT_KINDS.find(({ value }) => value === kind)?.label ?? '';
const tell = tellingOf<typeof depositFields, StoredDepositRow>(depositFields);
const present = (row: StoredDepositRow, user: SessionUser): DepositRow =>
  tell(
    row,
    {
      kindName: kindName(row.kind),
      paidBy: row.payments.map(({ method, amountFen }) => `${method}${shownMoney(amountFen)}`).join('，'),
    },
    user,
  );

const lineWords = (line: Readonly<Record<string, unknown>>): readonly [string, string] => [
  `${kindName(line['kind'])}${shown(line['account'])}`,
  shownMoney(line['amountFen']),
];
const KEYS = depositManifest.permission;
const text = (column: string, value: string | undefined) =>
  value === undefined ? null : sql.fragment`d.${sql.identifier([column])} = ${value}`;
/** As it is kept now, and as it was typed before codes were. */
const ofPiece = (code: string | undefined) =>
  code === undefined ? null : sql.fragment`d.goods_barcode = ANY(${sql.array([code, asBarcode(code)], 'text')})`;
const {
  shop,
  shopOf: _shopOf,
  ...ofShop
} = ofOneShop<DepositQuery>(({ customerId, account, kind, goodsBarcode }) => [
  ofCustomer(sql.fragment`d.customer_id`, customerId),
  text('account', account),
  text('kind', kind),
  ofPiece(goodsBarcode),
]);
const endpoints: DocumentEndpoints<DepositQuery, typeof StoredDeposit, typeof DepositRow> = {
  ...ofShop,
  path: depositManifest.path,
  label: '定金储值',
  list: `${KEYS}:list`,
  view: [`${KEYS}:list`, `${KEYS}:edit`],
  name: deposits.name,
  stream: depositStream,
  projection: deposits.live,
  tables: { live: sql.fragment`live.deposits`, versions: sql.fragment`live.deposit_versions` },
  day: deposits.day,
  columns: () => columnsOf(storedDeposit),
  names: namesOf(storedDeposit),
  stored: StoredDeposit,
  query: DepositQuery,
  row: DepositRow,
  present,
  words: wordsOf(depositFields, lineWords),
  exported: sheetOf(depositFields, [
    'no',
    'depositAt',
    'shopName',
    'customerName',
    'account',
    'kindName',
    'inFee',
    'outFee',
    'paidBy',
    'goodsBarcode',
    'deliverAt',
    'seller',
    'till',
    ...MADE_BY,
  ]),
  figures: { of: figuresOf(depositFields), shop, kind: depositManifest.kind },
  record: {
    data: DepositRecord,
    of: async (_deps, row, { user }) => ({
      ...present(row, user),
      balanceList: row.payments.map(({ method, amountFen }) => ({ balance: method, amount: yuanFromFen(amountFen) })),
    }),
  },
  print: {
    kind: 'deposit',
    title: '定金储值单',
    more: ({ amount }) => ({ amountWords: chineseAmount(Math.round(amount * 100)) }),
  },
  lines: [
    {
      path: `${depositManifest.path}-detail/list`,
      parameter: 'depositId',
      row: DepositRow,
      of: async (_deps, row, { user }) => [present(row, user)],
    },
  ],
};
export default (deps: QueryDeps): Route[] => documentEndpoints(deps, endpoints);
