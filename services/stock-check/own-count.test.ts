/** Who counted, who ended it, and what of it is told (R134, R148). */
import { expect, test } from 'vitest';
import type { Recorded } from '../platform/event-store/port.ts';
import type { CheckEvent } from './contract.ts';
import { ownCountNote } from './own-count.ts';

const ID = 12;
const [KEEPER, CLERK] = [3, 4];
const HEADER = { shopId: 7, checkedOn: '2026-11-10', category: '戒指', style: '', remark: '' };
const by = (userId: number, event: CheckEvent): Recorded => ({
  ...event,
  data: event.data as Recorded['data'],
  id: '',
  stream: `check-${ID}`,
  revision: 0,
  position: 0,
  meta: {
    key: '',
    correlationId: '',
    causationId: '',
    userId,
    userName: '',
    shopId: 7,
    at: '2026-11-10T10:00:00.000+08:00',
    schema: 2,
  },
});
const scanned = (userId: number, barcode: string, round = 0): Recorded =>
  by(userId, { type: 'StockCounted', data: { documentId: ID, round, barcode, scans: 1, bookNum: 1, device: '' } });
const typed = (userId: number, barcode: string, factNum: number): Recorded =>
  by(userId, { type: 'StockCountCorrected', data: { documentId: ID, round: 0, barcode, factNum, scanNum: null } });
const check = (counts: readonly Recorded[], [bookNum, factNum]: readonly [number, number], auditor = KEEPER) => [
  by(CLERK, {
    type: 'StockCheckOpened',
    data: { documentId: ID, header: HEADER, bookPosition: 1 },
  }),
  ...counts,
  by(auditor, {
    type: 'StockCheckAudited',
    data: {
      documentId: ID,
      auditor: '店长',
      bookPosition: 1,
      totals: { lineCount: bookNum, bookNum, factNum, scanNum: factNum, notFound: 0 },
    },
  }),
];
const told = (...of: Parameters<typeof check>) => ownCountNote(ID, check(...of))?.what ?? null;

test('whoever counts and ends it alone, and pieces lack, is a row of that shop', () => {
  expect(ownCountNote(ID, check([scanned(KEEPER, 'A')], [2, 1]))).toEqual({
    kind: 'own-audit',
    shopId: 7,
    documentNo: 'PD12',
    what: '店长一人盘点并审核了盘点单PD12，账面2件，盘到1件，少1件',
  });
});
test('where another counted, all was found, or it is not ended, there is none', () => {
  expect(told([scanned(CLERK, 'A')], [2, 1])).toBe(null);
  expect(told([scanned(CLERK, 'A'), scanned(KEEPER, 'B')], [3, 2])).toBe(null);
  expect(told([scanned(KEEPER, 'A'), scanned(KEEPER, 'B')], [2, 2])).toBe(null);
  expect(ownCountNote(ID, [scanned(KEEPER, 'A')])).toBe(null);
});
test('a piece that its auditor typed and nobody scanned is told, whoever else counted; lots are typed', () => {
  expect(told([scanned(CLERK, 'A'), typed(KEEPER, 'B', 1)], [2, 2])).toBe(
    '店长审核了盘点单PD12，账面2件，盘到2件，其中1件是店长手工录入、没有扫码',
  );
  expect(told([scanned(CLERK, 'A'), typed(CLERK, 'B', 1)], [2, 2])).toBe(null);
  expect(told([scanned(CLERK, 'A'), typed(KEEPER, 'LOT', 50)], [51, 51])).toBe(null);
  // A shop without a scanner types everything; a form sends again what it does not change.
  expect(told([typed(KEEPER, 'A', 1), typed(KEEPER, 'B', 1)], [2, 2])).toBe(null);
  expect(told([scanned(CLERK, 'A'), typed(CLERK, 'B', 1), typed(KEEPER, 'B', 1)], [2, 2])).toBe(null);
});
test('what was counted before a reset is nobody’s any more', () => {
  const reset = by(KEEPER, { type: 'StockCheckReset', data: { documentId: ID, round: 1, bookPosition: 2 } });
  expect(told([scanned(CLERK, 'A'), reset, scanned(KEEPER, 'A', 1)], [2, 1])).toContain('少1件');
});
