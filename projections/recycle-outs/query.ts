/** GETs of exits of old material: list, record, lines, latest day, history, export, print data. */
import { sql } from 'slonik';
import type { Route } from 'services/contracts/route';
import { gramsFromMg } from 'services/contracts/units';
import type { SessionUser } from 'services/contracts/user';
import { lotNo } from 'services/old-material/contract';
import {
  CAME_BACK,
  OUT_WORDS,
  RecycleOutLine,
  comesBack,
  recycleOutStream,
  type CameBackData,
} from 'services/recycle-out/contract';
import { recycleOutManifest } from 'services/recycle-out/manifest';
import { documentEndpoints, type DocumentEndpoints } from '../documents/endpoints.ts';
import type { HistoryWords } from '../documents/history.ts';
import { ofOneShop } from '../documents/piece-documents.ts';
import { MADE_BY, columnsOf, figuresOf, namesOf, sheetOf, storedOf, tellingOf, wordsOf } from '../documents/reading.ts';
import type { StoredOf } from '../documents/reading.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { contains, equals, type Condition } from '../platform/queries/where-clauses.ts';
import {
  OUT_STATES,
  RecycleOutLineRow,
  RecycleOutQuery,
  RecycleOutRecord,
  RecycleOutRow,
  recycleOutFields,
  recycleOutLine,
} from './contract.ts';
import { freeLotsRoute } from './free-lots.ts';
import { recycleOuts, storedRecycleOut } from './projector.ts';

type StoredOutRow = StoredOf<typeof storedRecycleOut, RecycleOutLine>;
const StoredRecycleOut = storedOf(storedRecycleOut, RecycleOutLine);
type State = (typeof OUT_STATES)[number]['value'];
const STATE_WORDS = new Map<State, string>(OUT_STATES.map(({ value, label }) => [value, label]));
const stateOf = ({ audit_flag, kind, back_on }: StoredOutRow): State => {
  if (audit_flag === 1) return 'pending';
  return comesBack(kind) && back_on === null ? 'awaiting' : 'done';
};

const tell = tellingOf<typeof recycleOutFields, StoredOutRow>(recycleOutFields);
const present = (row: StoredOutRow, user: SessionUser): RecycleOutRow =>
  tell(
    row,
    {
      kindName: OUT_WORDS[row.kind],
      state: STATE_WORDS.get(stateOf(row)) ?? '',
      backLotNo: row.back_lot_id === null ? '' : lotNo(row.back_lot_id),
    },
    user,
  );
const tellLine = tellingOf<typeof recycleOutLine, RecycleOutLine>(recycleOutLine);
const presentLines = (row: StoredOutRow, user: SessionUser): RecycleOutLineRow[] =>
  row.lines.map((line) => tellLine(line, { lotNo: lotNo(line.lotId) }, user));

const gramsShown = (mg: unknown): string => `${gramsFromMg(Number(mg ?? 0)).toFixed(3)}g`;
/** JL10008 足金光圈戒指 10.000g */
const lineInWords: HistoryWords['line'] = (line) => {
  const what = [line['fineness'], line['style'], line['category']].join('');
  return `${lotNo(Number(line['lotId']))} ${what} ${gramsShown(line['weightMg'])}`;
};
const cameBack: NonNullable<HistoryWords['own']> = ({ type, data: raw }) => {
  if (type !== CAME_BACK) return null;
  const data = raw as unknown as CameBackData;
  const told = [
    ['backAt', '回料日期', data.backOn],
    ['backLotNo', '回料编号', lotNo(data.lotId)],
    ['weightBack', '回料重量', `${data.fineness} ${gramsShown(data.weightMg)}`],
    ['loss', '损耗', gramsShown(data.lossMg)],
  ] as const;
  return { title: '回料', changes: told.map(([name, label, after]) => ({ field: name, label, before: '', after })) };
};
const inWords = wordsOf(recycleOutFields, () => ['', '']);
const KIND_WORDS: HistoryWords['header'] = {
  kind: { label: '出库类型', show: (kind) => OUT_WORDS[kind as keyof typeof OUT_WORDS] ?? '' },
};

const BACK = sql.fragment`(d.kind IN ('1', '2') AND d.back_on IS NULL)`;
const IN_STATE: Readonly<Record<State, Condition>> = {
  pending: sql.fragment`d.audit_flag = 1`,
  awaiting: sql.fragment`d.audit_flag = 2 AND ${BACK}`,
  done: sql.fragment`d.audit_flag = 2 AND NOT ${BACK}`,
};
const has = (fineness: string | undefined): Condition =>
  fineness === undefined ? null : sql.fragment`d.finenesses @> ${sql.array([fineness], 'text')}`;

const KEYS = recycleOutManifest.permission;
const {
  shopOf: _shopOf,
  shop,
  ...oneShop
} = ofOneShop<RecycleOutQuery>(({ kind, state, party, fineness }) => [
  equals(sql.fragment`d.kind`, kind),
  state === undefined ? null : IN_STATE[state],
  contains(sql.fragment`d.party`, party),
  has(fineness),
]);
const RECYCLE_OUTS: DocumentEndpoints<RecycleOutQuery, typeof StoredRecycleOut, typeof RecycleOutRow> = {
  ...oneShop,
  projection: recycleOuts.live,
  tables: { live: sql.fragment`live.recycle_outs`, versions: sql.fragment`live.recycle_out_versions` },
  stream: recycleOutStream,
  day: recycleOuts.day,
  columns: () => columnsOf(storedRecycleOut),
  names: namesOf(storedRecycleOut),
  stored: StoredRecycleOut,
  path: recycleOutManifest.path,
  label: '旧料出库',
  list: `${KEYS}:list`,
  view: [`${KEYS}:list`, `${KEYS}:edit`],
  name: recycleOuts.name,
  words: async (deps, user, events) => {
    const words = await inWords(deps, user, events);
    return { ...words, header: { ...words.header, ...KIND_WORDS }, line: lineInWords, own: cameBack };
  },
  query: RecycleOutQuery,
  row: RecycleOutRow,
  present,
  exported: sheetOf(recycleOutFields, [
    'no',
    'outAt',
    'shopName',
    'kindName',
    'party',
    'state',
    'lineCount',
    'weightOut',
    'backAt',
    'backFineness',
    'backLotNo',
    'weightBack',
    'loss',
    'price',
    'cost',
    ...MADE_BY,
  ]),
  figures: { of: figuresOf(recycleOutFields), shop, kind: recycleOutManifest.kind },
  record: {
    data: RecycleOutRecord,
    of: async (_deps, row, { user }) => ({ ...present(row, user), lotList: presentLines(row, user) }),
  },
  print: { kind: 'recycleOut', title: '旧料出库单' },
  lines: [
    {
      path: `${recycleOutManifest.path}-detail/list`,
      parameter: 'outId',
      row: RecycleOutLineRow,
      of: async (_deps, row, { user }) => presentLines(row, user),
    },
  ],
};

// The fixed address before that of one document (R33).
export default (deps: QueryDeps): Route[] => [freeLotsRoute(deps), ...documentEndpoints(deps, RECYCLE_OUTS)];
