/** GETs of shifts: list, record, sums, latest day, history, export, print data (R80). */
import { sql } from 'slonik';
import type { Route } from 'services/contracts/route';
import { yuanFromFen } from 'services/contracts/units';
import type { SessionUser } from 'services/contracts/user';
import { ShiftLine, expectedFenOf, shiftStream } from 'services/shift/contract';
import { shiftManifest } from 'services/shift/manifest';
import { documentEndpoints, type DocumentEndpoints } from '../documents/endpoints.ts';
import { shown, shownMoney } from '../documents/history.ts';
import { ofOneShop } from '../documents/piece-documents.ts';
import { columnsOf, figuresOf, namesOf, sheetOf, storedOf, tellingOf, wordsOf } from '../documents/reading.ts';
import type { StoredOf } from '../documents/reading.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { equals } from '../platform/queries/where-clauses.ts';
import { ShiftLineRow, ShiftQuery, ShiftRecord, ShiftRow, shiftFields } from './contract.ts';
import { shifts, storedShift } from './projector.ts';

type StoredShiftRow = StoredOf<typeof storedShift, ShiftLine>;
const StoredShift = storedOf(storedShift, ShiftLine);
const tell = tellingOf<typeof shiftFields, StoredShiftRow>(shiftFields);
const present = (row: StoredShiftRow, user: SessionUser): ShiftRow => tell(row, {}, user);
const lineRow = (line: ShiftLine): ShiftLineRow => {
  const expectedFen = expectedFenOf(line);
  return {
    balance: line.method,
    opening: yuanFromFen(line.openingFen),
    received: yuanFromFen(line.receivedFen),
    corrected: yuanFromFen(line.correctedFen),
    expected: yuanFromFen(expectedFen),
    counted: yuanFromFen(line.countedFen),
    difference: yuanFromFen(line.countedFen - expectedFen),
    reason: line.reason,
  };
};
const lineWords = (line: Readonly<Record<string, unknown>>): readonly [string, string] => [
  shown(line['method']),
  shownMoney(line['countedFen']),
];
const KEYS = shiftManifest.permission;
const {
  shop,
  shopOf: _shopOf,
  ...ofShop
} = ofOneShop<ShiftQuery>(({ till, differenceState }) => [
  equals(sql.fragment`d.till`, till),
  equals(sql.fragment`d.difference_state`, differenceState),
]);
const endpoints: DocumentEndpoints<ShiftQuery, typeof StoredShift, typeof ShiftRow> = {
  ...ofShop,
  path: shiftManifest.path,
  label: '交班',
  list: `${KEYS}:list`,
  view: `${KEYS}:list`,
  name: shifts.name,
  stream: shiftStream,
  projection: shifts.live,
  tables: { live: sql.fragment`live.shifts`, versions: sql.fragment`live.shift_versions` },
  day: shifts.day,
  columns: () => columnsOf(storedShift),
  names: namesOf(storedShift),
  stored: StoredShift,
  query: ShiftQuery,
  row: ShiftRow,
  present,
  words: wordsOf(shiftFields, lineWords),
  exported: sheetOf(shiftFields, [
    'no',
    'shiftAt',
    'shopName',
    'till',
    'sinceNo',
    'expected',
    'counted',
    'difference',
    'handedBy',
    'takenBy',
    'differenceState',
    'confirmedBy',
    'createdAt',
    'remark',
  ]),
  figures: { of: figuresOf(shiftFields), shop, kind: shiftManifest.kind },
  record: {
    data: ShiftRecord,
    of: async (_deps, row, { user }) => ({ ...present(row, user), list: row.lines.map(lineRow) }),
  },
  print: { kind: 'shift', title: '交班单' },
  lines: [
    {
      path: `${shiftManifest.path}-detail/list`,
      parameter: 'shiftId',
      row: ShiftLineRow,
      of: async (_deps, row) => row.lines.map(lineRow),
    },
  ],
};
export default (deps: QueryDeps): Route[] => documentEndpoints(deps, endpoints);
