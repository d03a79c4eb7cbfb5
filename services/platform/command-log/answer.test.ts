import { expect, test } from 'vitest';
import type { Outcome } from '../answers/outcome.ts';
import { answerAgain, keptAnswer, type Envelope } from './answer.ts';

const accepted = (change: Partial<Envelope> = {}): Envelope => ({
  kind: 'envelope',
  status: 200,
  envelope: { code: 200, msg: '操作成功', data: 10_001 },
  etag: 0,
  settled: { position: 7 },
  ...change,
});
const again = (outcome: Envelope, beside: { ids: readonly number[]; message: string }): Outcome =>
  answerAgain(JSON.parse(JSON.stringify(keptAnswer(outcome, beside, null))), { ...beside, placeNow: null });

test('what the row says anyway is not kept twice', () => {
  expect(keptAnswer(accepted(), { ids: [10_001], message: '操作成功' }, null)).toEqual({ revision: 0, position: 7 });
});
test('behind a move of the log it says which, and its place of now is what counts', () => {
  const beside = { ids: [10_001], message: '操作成功' };
  for (const outcome of [accepted(), accepted({ behind: true })]) {
    const kept = keptAnswer(outcome, beside, 'a1b2c3d4');
    expect(kept).toMatchObject({ since: 'a1b2c3d4' });
    expect(answerAgain(kept, { ...beside, placeNow: null })).toEqual(outcome);
    expect(answerAgain(kept, { ...beside, placeNow: 0 })).toEqual({ ...outcome, settled: { position: 0 } });
  }
});
test.each([
  { ids: [10_001], message: '操作成功' },
  { ids: [10_001, 10_002], message: '' },
  { ids: [], message: '别的' },
])('the answer comes back as it was: %j', (beside) => {
  const row = { id: 10_001, barcode: '' };
  for (const data of [10_001, null, row, [1], '']) {
    const outcome = accepted({ envelope: { code: 200, msg: '操作成功', data } });
    expect(again(outcome, beside)).toEqual(outcome);
  }
  const { etag: _, settled: __, ...plain } = accepted();
  expect(again(plain, beside)).toEqual(plain);
});
test('one that is not plain is kept whole, and so were all of before', () => {
  const made = accepted({ status: 201, envelope: { code: 201, msg: '已建', data: 1 } });
  const behind = accepted({ behind: true });
  for (const outcome of [made, behind]) expect(again(outcome, { ids: [1], message: '已建' })).toEqual(outcome);
  expect(answerAgain(accepted(), { ids: [2], message: '别的', placeNow: null })).toEqual(accepted());
});
