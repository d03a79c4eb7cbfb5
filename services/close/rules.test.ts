import { expect, test } from 'vitest';
import type { PendingKind } from './contract.ts';
import { countOf, forcedNote, refuseClosing, refusePending, refuseReopening, reopenedNote } from './rules.ts';

const TODAY = '2026-11-28';
const standing = (closedUntil: string | null) => ({ shopName: '罗湖店', closedUntil });
const sales: PendingKind = {
  kind: 'sale',
  label: '销售单',
  documents: [
    { id: 10002, no: 'XS10002' },
    { id: 10001, no: 'XS10001' },
  ],
  more: true,
};
const by = { user: { nickName: '张店长' } };

test('yesterday is the last day that is closed, and days are closed once', () => {
  const closing = (until: string, closed: string | null) => refuseClosing(standing(closed), { until, today: TODAY });
  expect(closing('2026-11-28', null)).toMatchObject({ kind: 'invalid', fields: [{ path: 'closedUntil' }] });
  expect(closing('2026-11-27', null)).toBeNull();
  expect(closing('2026-11-27', '2026-11-26')).toBeNull();
  expect(closing('2026-11-26', '2026-11-26')).toMatchObject({
    kind: 'conflict',
    message: '罗湖店 已结账至 2026-11-26',
  });
  expect(closing('2026-11-01', '2026-11-26')).toMatchObject({ kind: 'conflict' });
});
test('opening again takes a closed day, and what stays closed lies before it', () => {
  expect(refuseReopening(standing(null), null)).toMatchObject({ kind: 'conflict', message: '罗湖店 没有结账' });
  expect(refuseReopening(standing('2026-11-26'), null)).toBeNull();
  expect(refuseReopening(standing('2026-11-26'), '2026-11-25')).toBeNull();
  expect(refuseReopening(standing('2026-11-26'), '2026-11-26')).toMatchObject({ fields: [{ path: 'closedUntil' }] });
});
test('what waits is a question with numbers; nothing that waits is none', () => {
  expect(refusePending([])).toBeNull();
  expect(refusePending([sales])).toMatchObject({ kind: 'conflict', code: 'close.pending', data: [sales] });
  expect(countOf([sales, { ...sales, kind: 'recycle' }])).toBe(4);
});
test('the owner reads who closed over what, and who opened again why', () => {
  expect(forcedNote({ shopId: 1, shopName: '罗湖店', until: '2026-11-27', pending: [sales] }, by)).toEqual({
    kind: 'closed-day',
    shopId: 1,
    what: '张店长把罗湖店结账至2026-11-27，还有单据未审核：销售单XS10002、XS10001 等',
  });
  const opened = { shopId: 1, shopName: '罗湖店', from: '2026-11-27', reason: '补录一单' };
  expect(reopenedNote({ ...opened, until: null }, by).what).toBe(
    '张店长重开罗湖店的账：原结账至2026-11-27，现全部未结，原因：补录一单',
  );
  expect(reopenedNote({ ...opened, until: '2026-11-26' }, by).what).toContain('现结账至2026-11-26');
});
