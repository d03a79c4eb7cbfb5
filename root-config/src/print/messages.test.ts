// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMessage } from './messages.ts';

test.each([
  ['printSuccess', { kind: 'printed', job: null }],
  [' printSuccess\n', { kind: 'printed', job: null }],
  ['{"type":"printSuccess"}', { kind: 'printed', job: null }],
  ['{"type":"printSuccess","jobId":"a1"}', { kind: 'printed', job: 'a1' }],
  ['{"type":"printError","jobId":"a1","message":"缺纸"}', { kind: 'refused', job: 'a1', message: '缺纸' }],
  ['3.215', { kind: 'weight', mg: 3215 }],
  ['0.001 g', { kind: 'weight', mg: 1 }],
  ['5ct', { kind: 'weight', mg: 1000 }],
  ['{"type":"weight","weight":"3.2","stable":true}', { kind: 'weight', mg: 3200 }],
])('%j is understood', (text, message) => {
  expect(readMessage(text)).toEqual(message);
});
test.each([
  '',
  '0',
  '-1',
  '1,5',
  '1e3',
  '123456789',
  'NaN',
  'printsuccess',
  '[]',
  '{}',
  'null',
  '{"type":"weight"}',
  '{"type":"weight","weight":{}}',
  '3.2156789',
])('%j is no message', (text) => {
  expect(readMessage(text)).toBeNull();
});
test('nothing a service sends makes the page fail', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.json({ maxDepth: 2 }), fc.anything({ maxDepth: 2, maxKeys: 4 })),
      (data) => {
        const message = readMessage(data);
        expect(message === null || ['printed', 'refused', 'weight'].includes(message.kind)).toBe(true);
      },
    ),
  );
});
