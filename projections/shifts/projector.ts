/** shifts: one row per hand-over of a till; and its versions. */
import { documentNo } from 'services/contracts/document';
import { field } from 'services/contracts/fields';
import {
  SHIFT_EVENT_TYPES,
  SHIFT_LIST,
  expectedFenOf,
  indexedTill,
  waitsForThird,
  type Confirmation,
  type ShiftHeader,
  type ShiftLine,
} from 'services/shift/contract';
import { shiftName } from 'services/shift/manifest';
import { documentTables, sumOf, type StoredForm } from '../documents/tables.ts';
import { shiftFields } from './contract.ts';

export const storedShift = {
  ...shiftFields,
  from: field.position('from_position'),
  until: field.position('until_position'),
  handedById: field.record('handed_by_id'),
};
/** Of these cells, those that the row has: versions keep what lists are found by. */
const within = <R extends object>(row: R, cells: Readonly<Record<string, unknown>>): R => ({
  ...row,
  ...Object.fromEntries(Object.entries(cells).filter(([column]) => column in row)),
});
const NOT_CONFIRMED = { confirmed_by: '', confirmed_at: '', confirm_remark: '' };
const confirmedOf = ({ by, remark }: Confirmation, at: string) => ({
  difference_state: '2',
  confirmed_by: by.name,
  confirmed_at: at,
  confirm_remark: remark,
});
export const shifts = documentTables({
  fields: storedShift,
  name: 'Shift',
  events: SHIFT_EVENT_TYPES,
  table: 'shifts',
  one: 'shift',
  version: 3,
  versions: 2,
  day: 'shift_on',
  indexes: {
    shop: '(shop_id, shift_on DESC, id DESC)',
    till: '(shop_id, till, until_position DESC, id DESC)',
    person: '(handed_by_id, shift_on)',
    waiting: "(shop_id) WHERE difference_state = '1'",
  },
  list: SHIFT_LIST,
  columns: (header: StoredForm<ShiftHeader>, lines: readonly ShiftLine[]) => ({
    shift_on: header.shiftOn,
    shop_id: header.shopId,
    till: indexedTill(header.till ?? ''),
    since_no: header.afterId == null ? undefined : documentNo(shiftName.kind, header.afterId),
    expected_fen: sumOf(lines, expectedFenOf),
    counted_fen: sumOf(lines, ({ countedFen }) => countedFen),
    difference_fen: sumOf(lines, (line) => line.countedFen - expectedFenOf(line)),
    handed_by: header.handedBy?.name,
    taken_by: header.takenBy?.name,
    handed_by_id: header.handedBy?.id,
    difference_state: waitsForThird({ limitFen: header.limitFen }, lines) ? '1' : '',
    ...NOT_CONFIRMED,
    remark: header.remark,
    from_position: header.fromPosition,
    until_position: header.untilPosition,
  }),
  told: (row, fact, data, at) =>
    fact === 'Confirmed' ? within(row, confirmedOf(data as unknown as Confirmation, at)) : row,
});
export default shifts.live;
export const shiftVersions = shifts.versions;
