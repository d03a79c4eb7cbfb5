import { expect, test } from 'vitest';
import { stateOf } from './present.ts';

const row = { audit_flag: 2, on_hand: 1, held: 0, waits: false, left_by: '' } as const;
test.each([
  ['待审核', { ...row, audit_flag: 1, on_hand: 0 }],
  ['在库', row],
  ['待审', { ...row, held: 1 }],
  ['待检', { ...row, held: 1, waits: true }],
  ['已售', { ...row, on_hand: 0, left_by: 'sold' }],
  ['已退', { ...row, on_hand: 0, left_by: 'returned' }],
  ['报损', { ...row, on_hand: 0, left_by: 'lost' }],
  ['已调出', { ...row, on_hand: 0, left_by: 'transferred' }],
] as const)('%s', (state, stored) => {
  expect(stateOf(stored)).toBe(state);
});
