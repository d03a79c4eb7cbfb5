/** What the history of a check tells of the documents that settle its differences. */
import { expect, test } from 'vitest';
import type { Recorded } from 'services/event-store/port';
import { checkHistory } from './history.ts';

const by = { kind: 'adjust', id: 9, no: 'SY9' };
const claimed = (key: string, ...instead: string[]) => ({ type: 'StockCheckClaimed', data: { key, by, instead } });
const released = (key: string) => ({ type: 'StockCheckClaimReleased', data: { key } });
const told = (...events: readonly { readonly type: string; readonly data: object }[]) =>
  checkHistory(
    events.map(
      (event, position) => ({ ...event, position, meta: { at: '', userName: '张三' } }) as unknown as Recorded,
    ),
    { shop: String },
  ).map(({ title, changes }) => [title, changes[0]?.before, changes[0]?.after]);

test('each comes once and goes once, whatever is claimed while it is audited and taken back', () => {
  expect(told(claimed('v1'), claimed('u2'), claimed('v2', 'v1', 'u2'), released('v2'))).toEqual([
    ['生成损溢单', '', 'SY9'],
    ['撤销损溢单', 'SY9', ''],
  ]);
});
test('what was let go before it came is no step', () => {
  expect(told(released('v1'))).toEqual([]);
});
