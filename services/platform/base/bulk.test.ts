import { expect, test, vi } from 'vitest';
import { refuse } from '../../contracts/refusal.ts';
import { bulk } from './bulk.ts';

const no = refuse('conflict', 'document.audited', '已审核的单据不能删除');
const nameOf = (id: number): string => `DB${id}`;
const fine = async () => null;

test('one failure of the check and nothing is done; every failing id is named', async () => {
  const run = vi.fn(async () => ({ position: 1 }));
  const refused = await bulk([1, 2, 3], { nameOf, run, check: async (id) => (id === 2 ? null : no) });
  expect(refused).toMatchObject({
    kind: 'conflict',
    code: 'document.bulk',
    message: 'DB1：已审核的单据不能删除；DB3：已审核的单据不能删除',
    data: { failed: [{ id: 1, no: 'DB1', code: 'document.audited' }, { id: 3 }] },
  });
  expect(run).not.toHaveBeenCalled();
});
test('who loses a race after the check is named beside what was done', async () => {
  const run = async (id: number) => (id === 2 ? no : { position: id * 10 });
  expect(await bulk([1, 2, 3], { nameOf, run, check: fine })).toMatchObject({
    code: 'document.bulk_race',
    message: '部分未处理，DB2：已审核的单据不能删除',
    data: { done: [1, 3], failed: [{ id: 2 }] },
    settled: { position: 30 },
  });
});
test('the highest position is what a reader waits for; an id named twice is done once', async () => {
  const run = vi.fn(async (id: number) => ({ position: 100 - id }));
  expect(await bulk([3, 1, 3], { nameOf, run, check: fine })).toEqual({ position: 99 });
  expect(run).toHaveBeenCalledTimes(2);
});
test('one id alone is refused in its own words', async () => {
  expect(await bulk([1], { nameOf, check: fine, run: async () => no })).toBe(no);
});
