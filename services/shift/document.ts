/** A shift as the life of documents sees it: it moves nothing, it says what was there. */
import type { DocumentSpec } from '../documents/spec.ts';
import { SHIFT_LIST, ShiftEvent, ShiftHeader, ShiftLine, shiftStream } from './contract.ts';
import { shiftManifest } from './manifest.ts';

export const shiftDocument: DocumentSpec<ShiftHeader, ShiftLine> = {
  kind: shiftManifest.kind,
  name: 'Shift',
  lists: { [SHIFT_LIST]: { path: 'list', field: 'counted' } },
  values: { header: ShiftHeader, line: ShiftLine },
  sums: [{ label: '实点', kind: 'documentMoney', of: ({ countedFen }) => Math.abs(countedFen) }],
  stream: shiftStream,
  parse: ({ type, data, meta }) => ({ ...ShiftEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: ({ shiftOn }) => shiftOn,
  dayField: 'shiftAt',
  effectsOf: () => [],
  termsOf: () => null,
};
