import { expect, test } from 'vitest';
import { checkedOnce, keptText } from './checked-texts.ts';

const say = (data: unknown, msg = '查询成功') => ({ code: 200, msg, data });

test('reads as the envelope does, whatever its message says this time', () => {
  const rows = [{ title: '金“饰”', children: [] }];
  for (const data of [rows, null, [], 3, '文'])
    for (const msg of ['查询成功', '更新中："稍后"'])
      expect(keptText(say(data, msg)).toString()).toBe(JSON.stringify(say(data, msg)));
});
test('is made once of the same object, and anew of another', () => {
  let made = 0;
  const counted = () => ({
    toJSON: () => {
      made += 1;
      return { made };
    },
  });
  const data = counted();
  expect(keptText(say(data)).toString()).toBe(keptText(say(data)).toString());
  expect(made).toBe(1);
  keptText(say(counted()));
  expect(made).toBe(2);
});
test('what breaks its schema breaks it every time', () => {
  const data = {};
  const fail = (): never => {
    throw new Error('does not fit');
  };
  expect(() => checkedOnce(data, fail)).toThrow('does not fit');
  expect(() => checkedOnce(data, fail)).toThrow('does not fit');
  expect(checkedOnce(data, () => 'fits')).toBe('fits');
  expect(checkedOnce(data, fail)).toBe('fits');
});
