import { expect, test } from 'vitest';
import { type Key, createBurst } from './scan-burst.ts';

const plain = (key: string, time: number): Key => ({
  key,
  code: '',
  keyCode: 0,
  shift: false,
  command: false,
  repeat: false,
  time,
});
/** Strikes and pauses in ms: `'88', 70, '209256'`; characters within a strike lie `gap` ms apart, Enter follows. */
const struck = (parts: readonly (string | number)[], { gap = 8, closing = 'Enter' } = {}) => {
  const feed = createBurst();
  let time = 10_000;
  for (const part of parts) {
    if (typeof part === 'number') {
      time += part - gap;
      continue;
    }
    for (const key of part) feed(plain(key, (time += gap)));
  }
  return feed(plain(closing, time + gap));
};

test('fast keys closed by Enter are a barcode', () => {
  expect(struck(['202600000017'])).toEqual({ kind: 'scanned', text: '202600000017' });
});
test('closed by Tab they are one too', () => {
  expect(struck(['AB-123456'], { closing: 'Tab' })).toEqual({ kind: 'scanned', text: 'AB-123456' });
});
test.each([60, 70, 120])('a person typing %i ms apart is none, and nothing is said of it', (gap) => {
  expect(struck(['202600000017'], { gap }).kind).toBe('ignored');
});
test('four characters are the shortest code, three are none', () => {
  expect(struck(['1234'])).toEqual({ kind: 'scanned', text: '1234' });
  expect(struck(['123']).kind).toBe('ignored');
});
test.each([
  [70, 'broken'],
  [299, 'broken'],
  [300, 'scanned'],
  [500, 'scanned'],
])('two keys, %i ms, then a burst: %s', (pause, kind) => {
  expect(struck(['88', pause, '209256']).kind).toBe(kind);
});
test('a burst that stops before its last character is broken, not a person', () => {
  expect(struck(['88209', 80, '6']).kind).toBe('broken');
  expect(struck(['8820925', 120, '6', 120, '7']).kind).toBe('broken');
});
test('what a person typed and closed right before makes it none; the code before it does not', () => {
  const feed = createBurst();
  const strike = (text: string, from: number) => {
    Array.from(text).forEach((key, index) => feed(plain(key, from + index * 5)));
    return feed(plain('Enter', from + text.length * 5));
  };
  expect(strike('202600000017', 0).kind).toBe('scanned');
  expect(strike('202600000025', 100).kind).toBe('scanned');
  feed(plain('7', 1_000));
  feed(plain('Enter', 1_100));
  expect(strike('202600000033', 1_200).kind).toBe('broken');
  expect(strike('202600000041', 1_400).kind).toBe('scanned');
});
test('a key that is held down is no scan, and what follows it at once is none', () => {
  const feed = createBurst();
  feed(plain('8', 0));
  for (let time = 30; time < 300; time += 30) feed({ ...plain('8', time), repeat: true });
  expect(feed(plain('Enter', 310)).kind).toBe('ignored');
  const codes = Array.from('202600000017').map((key, index) => feed(plain(key, 320 + index * 5)));
  expect(codes[0]).toEqual({ kind: 'first', joins: false });
  expect(feed(plain('Enter', 385)).kind).toBe('broken');
});
test('an input method that swallows the characters does not matter', () => {
  const feed = createBurst();
  const swallowed = (code: string, time: number, shift = false): Key => ({
    ...plain('Process', time),
    code,
    keyCode: 229,
    shift,
  });
  const codes = ['BracketRight', 'KeyC', 'Digit1', 'KeyJ', 'KeyW', 'Minus', 'Digit2', 'Numpad0', 'Slash'];
  codes.forEach((code, index) => feed(swallowed(code, index * 5)));
  expect(feed(swallowed('ShiftLeft', 46)).kind).toBe('ignored');
  expect(feed(swallowed('Enter', 50))).toEqual({ kind: 'scanned', text: ']C1JW-20/' });
});
test('a character that nobody can read makes the code none; the sign between its fields does not', () => {
  expect(struck(['2026\u{FFFD}0017']).kind).toBe('broken');
  const feed = createBurst();
  for (const [index, key] of Array.from('2026').entries()) feed(plain(key, index * 5));
  feed({ ...plain(']', 21), code: 'BracketRight', command: true });
  for (const [index, key] of Array.from('0017').entries()) feed(plain(key, 25 + index * 5));
  expect(feed(plain('Enter', 46))).toEqual({ kind: 'scanned', text: '20260017' });
});
test('a key that moves the cursor within it makes it none', () => {
  const feed = createBurst();
  for (const [index, key] of ['2', '0', '2', '6', 'ArrowLeft', '0', '1', '7'].entries()) feed(plain(key, index * 5));
  expect(feed(plain('Enter', 60)).kind).toBe('broken');
});
