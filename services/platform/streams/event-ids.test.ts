import fc from 'fast-check';
import { v5 } from 'uuid';
import { expect, test } from 'vitest';
import { nameBasedId } from './event-ids.ts';

const NAMESPACE = '7c1f7c58-8b3a-4f3e-9a53-0d4b5b1f3a10';

test('ids are those that events have had from the beginning', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      expect(nameBasedId(name)).toBe(v5(name, NAMESPACE));
    }),
  );
});
