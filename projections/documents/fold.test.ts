import { expect, test } from 'vitest';
import { foldOf } from '../platform/testing/fold-of.ts';
import { recorded } from '../platform/testing/recorded.ts';
import transfers from '../transfers/projector.ts';
import { documentFold, type DocumentColumns } from './fold.ts';
import { historyOf, shown, shownLine, shownMoney } from './history.ts';

const line = (barcode: string, quantity = 1) => ({
  list: 'goods',
  lineId: barcode,
  barcode,
  quantity,
  netWeightMg: 3_000,
  inPriceFen: 100,
});
const header = { outShopId: 1, inShopId: 2, transferredOn: '2026-11-05', remark: '补货' };
const fact = (name: string, data: object = {}, version = 1) => ({
  type: `Transfer${name}`,
  data: { documentId: 7, version, ...data },
});
const written = (offset: number, ...lines: object[]) => fact('LinesWritten', { offset, lines });
const opened = [
  written(0, line('A')),
  fact('Submitted', { header, lineCount: 2 }),
  written(1, line('B', 2)),
  fact('Opened'),
];
const audited = fact('Audited', { auditor: '李四', rowIds: [1, 2] });
const row = (...facts: ReturnType<typeof fact>[]) => foldOf(transfers, recorded(...facts))[0];

test('a document shows once it is opened, with the lines of all its chunks', () => {
  expect(row(...opened.slice(0, 3))).toMatchObject({ stage: 'new', quantity: 0, lines: [] });
  expect(row(...opened)).toMatchObject({
    stage: 'pending',
    line_count: 2,
    quantity: 3,
    net_weight_mg: 9_000,
    version: 1,
  });
});
test('a fact of the kind’s own changes nothing but the revision, which edits name', () => {
  const fold = documentFold<DocumentColumns>('Transfer', () => ({}), {});
  const events = recorded(...opened, fact('Signed', { signer: '王女士' }));
  const [before] = events.slice(0, -1).reduce<readonly DocumentColumns[]>(fold, []);
  const [after] = events.reduce<readonly DocumentColumns[]>(fold, []);
  const last = events.at(-1);
  expect(after).toEqual({ ...before, revision: last?.revision, updated_at: last?.meta.at });
  expect(after?.revision).not.toBe(before?.revision);
});
test('a refused one leaves no row', () => {
  expect(row(...opened.slice(0, 3), fact('Refused', { problems: [] }))).toBeUndefined();
});
test('a proposed version shows nothing until it is accepted; a refused one leaves the old', () => {
  const proposed = [
    written(0, line('C')),
    fact('RevisionProposed', { header: { ...header, remark: '改' }, lineCount: 1 }, 2),
  ];
  expect(row(...opened, ...proposed)).toMatchObject({ remark: '补货', line_count: 2, version: 1 });
  expect(row(...opened, ...proposed, fact('Revised', {}, 2))).toMatchObject({
    remark: '改',
    line_count: 1,
    version: 2,
    draft: {},
  });
  expect(row(...opened, ...proposed, fact('RevisionRefused', { problems: [] }, 2))).toMatchObject({
    remark: '补货',
    line_count: 2,
    draft: {},
  });
});
test('audit and 反审核 change the stage; a deleted one stays hidden', () => {
  expect(row(...opened, audited)).toMatchObject({ stage: 'audited', audit_flag: 2, auditor: '李四' });
  expect(row(...opened, audited, fact('Reversed', { reason: '错' }, 2), fact('Reopened', {}, 2))).toMatchObject({
    stage: 'pending',
    audit_flag: 1,
    auditor: '',
    version: 2,
  });
  expect(row(...opened, fact('Deleted'))).toMatchObject({ stage: 'deleted' });
});
test('history: what a revision changed, line by line, and why it was taken back', () => {
  const words = {
    header: { remark: { label: '备注', show: shown } },
    line: (one: { readonly [field: string]: unknown }) => `× ${shown(one['quantity'])}`,
  };
  const steps = historyOf(
    'Transfer',
    recorded(
      ...opened,
      written(0, line('A', 4), line('C')),
      fact('RevisionProposed', { header: { ...header, remark: '改' }, lineCount: 2 }, 2),
      fact('Revised', {}, 2),
      audited,
      fact('ReversalProposed', { reason: '错了' }),
      fact('Reversed', { reason: '错了' }),
    ),
    words,
  );
  expect(steps.map(({ title, reason }) => [title, reason])).toEqual([
    ['新增', null],
    ['修改', null],
    ['审核', null],
    ['反审核', '错了'],
  ]);
  expect(steps[1]?.changes).toEqual([
    { field: 'remark', label: '备注', before: '补货', after: '改' },
    { field: 'line.A', label: '明细 A', before: '× 1', after: '× 4' },
    { field: 'line.B', label: '明细 B', before: '× 2', after: '' },
    { field: 'line.C', label: '明细 C', before: '', after: '× 1' },
  ]);
});
test('a line is told with its units; what is empty or hidden is left out', () => {
  const one = { list: 'goods', lineId: '0', barcode: 'A', name: '足金戒指', quantity: 2, remark: '客订' };
  expect(shownLine(one, ['调入价', shownMoney(180_040)])).toBe('足金戒指 × 2 件，调入价 ¥1,800.40，备注 客订');
  expect(shownLine({ ...one, remark: '' }, ['调入价', ''])).toBe('足金戒指 × 2 件');
});
