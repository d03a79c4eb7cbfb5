/** shifts: one row per hand-over of a till; and its versions. */
import { documentNo } from 'services/contracts/document';
import { field } from 'services/contracts/fields';
import {
  SHIFT_EVENT_TYPES,
  SHIFT_LIST,
  expectedFenOf,
  indexedTill,
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
};
export const shifts = documentTables({
  fields: storedShift,
  name: 'Shift',
  events: SHIFT_EVENT_TYPES,
  table: 'shifts',
  one: 'shift',
  version: 2,
  versions: 1,
  day: 'shift_on',
  indexes: {
    shop: '(shop_id, shift_on DESC, id DESC)',
    till: '(shop_id, till, until_position DESC, id DESC)',
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
    remark: header.remark,
    from_position: header.fromPosition,
    until_position: header.untilPosition,
  }),
});
export default shifts.live;
export const shiftVersions = shifts.versions;
