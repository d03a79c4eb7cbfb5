import { expect, test } from 'vitest';
import { foldOf } from '../platform/testing/fold-of.ts';
import { recorded } from '../platform/testing/recorded.ts';
import imports from './projector.ts';

const accepted = {
  type: 'ImportAccepted',
  data: { importId: 5, shopId: 1, supplierId: null, category: '戒指', batchNo: '', fileName: 'a.xlsx', total: 2 },
};
const stateAfter = (...facts: { type: string; data: object }[]) => foldOf(imports, recorded(accepted, ...facts));

test('an import is accepted, then completed or withdrawn', () => {
  expect(stateAfter()).toMatchObject([{ import_id: 5, state: 'accepted', total: 2, by_name: '张三' }]);
  expect(stateAfter({ type: 'ImportCompleted', data: { importId: 5, total: 2 } })).toMatchObject([
    { state: 'completed' },
  ]);
  expect(stateAfter({ type: 'ImportWithdrawn', data: { importId: 5, problems: [] } })).toMatchObject([
    { state: 'withdrawn' },
  ]);
});
