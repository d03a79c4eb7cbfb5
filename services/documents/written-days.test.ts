import { expect, test } from 'vitest';
import type { UserCommand } from './decider.ts';
import { writtenDays } from './written-days.ts';

type Header = { readonly from: number; readonly to: number; readonly on: string };
const spec = {
  shopOf: ({ from }: Header) => from,
  seenIn: ({ to }: Header) => [to],
  businessDate: ({ on }: Header) => on,
};
const header = (on: string, to = 2): Header => ({ from: 1, to, on });
const state = (current: Header | null, keys: readonly string[] = []) => ({
  attempts: new Map(keys.map((key) => [key, { type: 'Submit' as const, version: 1 }])),
  current: current === null ? null : { header: current, lines: [] },
});
const days = (command: UserCommand<Header, never>, standing: ReturnType<typeof state>) =>
  writtenDays(spec, command, standing as never).map(({ shopId, day }) => `${shopId} ${day}`);

test('a new document writes its day in each of its shops, an edit the old and the new ones, an audit what stands', () => {
  expect(days({ type: 'Submit', key: 'a', header: header('2026-11-27'), lines: [] }, state(null))).toEqual([
    '1 2026-11-27',
    '2 2026-11-27',
  ]);
  const edit = { type: 'Revise', key: 'b', header: header('2026-11-28', 3), lines: [] } as const;
  expect(days(edit, state(header('2026-11-27')))).toEqual([
    '1 2026-11-27',
    '2 2026-11-27',
    '1 2026-11-28',
    '3 2026-11-28',
  ]);
  const audit = { type: 'Audit', key: 'c', auditor: '', rowIds: [] } as const;
  expect(days(audit, state(header('2026-11-27')))).toEqual(['1 2026-11-27', '2 2026-11-27']);
});
test('a repeat writes nothing: it was judged when it came first', () => {
  expect(days({ type: 'Delete', key: 'a' }, state(header('2026-11-27'), ['a']))).toEqual([]);
});
