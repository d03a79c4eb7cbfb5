import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExpectedRevision } from '../port.ts';
import { planBatch, type Part, type PendingAppend } from './plan.ts';
import { Tail } from './tail.ts';

const part = (stream: string, expected: ExpectedRevision, ids: readonly string[]): Part => ({
  stream,
  expected,
  events: ids.map((id) => ({ id, type: id.length % 2 === 0 ? 'A' : 'B', data: '{}', meta: '{}' })),
});
const append = (stream: string, expected: ExpectedRevision, ids: readonly string[]): PendingAppend => ({
  parts: [part(stream, expected, ids)],
  characters: 0,
  since: 0,
  resolve: () => undefined,
  reject: () => undefined,
});

describe('planning a batch', () => {
  test('later appends of one stream see the earlier ones; a conflict leaves the others alone', () => {
    const batch = [
      append('a', 4, ['1']),
      append('a', 4, ['2']),
      append('a', 5, ['3', '4']),
      append('b', 'none', ['5']),
    ];
    const plan = planBatch(batch, (stream) => (stream === 'a' ? 4 : -1), 100);
    expect(plan.placed.map(({ stream, revision, position }) => [stream, revision, position])).toEqual([
      ['a', 5, 100],
      ['a', 6, 101],
      ['a', 7, 102],
      ['b', 0, 103],
    ]);
    expect(plan.misplaced).toEqual([{ pending: batch[1], part: batch[1]?.parts[0], actual: 5, mayRepeat: false }]);
    expect([...plan.heads]).toEqual([
      ['a', 7],
      ['b', 0],
    ]);
  });

  test('parts are placed together or not at all, and see one another', () => {
    const all = (...parts: readonly Part[]): PendingAppend => ({ ...append('', 'any', []), parts });
    const fits = all(part('doc', 'none', ['1', '2']), part('a', 4, ['3']), part('doc', 1, ['4']));
    const late = all(part('doc2', 'none', ['5']), part('a', 4, ['6']), part('doc2', 0, ['7']));
    const plan = planBatch([fits, late, append('a', 5, ['8'])], (stream) => (stream === 'a' ? 4 : -1), 10);
    expect(plan.placed.map(({ stream, revision, position, id }) => [stream, revision, position, id])).toEqual([
      ['doc', 0, 10, '1'],
      ['doc', 1, 11, '2'],
      ['a', 5, 12, '3'],
      ['doc', 2, 13, '4'],
      ['a', 6, 14, '8'],
    ]);
    expect(plan.accepted[0]?.appended).toEqual([
      { revision: 1, position: 11 },
      { revision: 5, position: 12 },
      { revision: 2, position: 13 },
    ]);
    expect(plan.misplaced).toEqual([{ pending: late, part: late.parts[1], actual: 5, mayRepeat: false }]);
    expect(plan.heads.has('doc2')).toBe(false);
  });

  test('an id this batch writes already is looked at again afterwards', () => {
    const batch = [append('a', 'none', ['1', '2']), append('a', 'none', ['1', '2']), append('a', 'any', ['2'])];
    const plan = planBatch(batch, () => -1, 0);
    expect(plan.deferred).toEqual(batch.slice(1));
    expect(plan.placed).toHaveLength(2);
  });

  test('only what lies wholly in the committed stream can be a repeat', () => {
    const mayRepeat = (expected: ExpectedRevision, count: number): boolean | undefined =>
      planBatch([append('a', expected, Array.from({ length: count }, String))], () => 4, 0).misplaced[0]?.mayRepeat;
    expect([mayRepeat('none', 5), mayRepeat('none', 6), mayRepeat(3, 1), mayRepeat(3, 2), mayRepeat(9, 1)]).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  test('positions are contiguous and revisions dense, whatever comes', () => {
    const one = fc.record({ stream: fc.constantFrom('a', 'b', 'c'), expected: fc.integer({ min: -1, max: 6 }) });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), fc.nat(100), (appends, first) => {
        const batch = appends.map(({ stream, expected }) => append(stream, expected, [randomUUID(), randomUUID()]));
        const plan = planBatch(batch, () => -1, first);
        expect(plan.placed.map(({ position }) => position)).toEqual(plan.placed.map((_, n) => first + n));
        for (const [stream, head] of plan.heads) {
          const revisions = plan.placed.filter((event) => event.stream === stream).map(({ revision }) => revision);
          expect(revisions).toEqual(Array.from({ length: head + 1 }, (_, n) => n));
        }
        expect(plan.accepted.length + plan.misplaced.length).toBe(batch.length);
      }),
    );
  });
});

describe('the tail', () => {
  const placed = (from: number, count: number, size = 10) =>
    Array.from({ length: count }, (_, n) => ({
      stream: 's',
      revision: 0,
      id: String(from + n),
      type: (from + n) % 2 === 0 ? 'A' : 'B',
      position: from + n,
      data: JSON.stringify('x'.repeat(size)),
      meta: '{}',
    }));

  test('answers what follows, of the types asked for, and nothing further back than it keeps', () => {
    const tail = new Tail();
    expect(tail.after(-1, undefined)).toBeUndefined();
    tail.add(placed(10, 20));
    expect(tail.after(8, undefined)).toBeUndefined();
    expect(tail.after(9, undefined)?.events).toHaveLength(20);
    const some = tail.after(24, new Set(['A']));
    expect(some?.events.map(({ position }) => position)).toEqual([26, 28]);
    expect(some?.upTo).toBe(29);
    expect(tail.after(29, undefined)).toBeUndefined();
  });

  test('starts anew when another process wrote in between', () => {
    const tail = new Tail();
    tail.add(placed(0, 5));
    tail.add(placed(8, 2));
    expect(tail.after(4, undefined)).toBeUndefined();
    expect(tail.after(7, undefined)?.upTo).toBe(9);
  });

  test('stays small, by number and by size', () => {
    const tail = new Tail();
    for (let n = 0; n < 20_000; n += 500) tail.add(placed(n, 500));
    expect(tail.after(11_000, undefined)).toBeUndefined();
    expect(tail.after(19_000, undefined)?.upTo).toBeGreaterThan(19_000);
    for (let n = 20_000; n < 20_100; n += 1) tail.add(placed(n, 1, 250_000));
    expect(tail.after(20_010, undefined)).toBeUndefined();
    expect(tail.after(20_098, undefined)?.upTo).toBe(20_099);
  });
});
