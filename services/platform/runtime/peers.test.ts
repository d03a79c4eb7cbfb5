import { expect, test } from 'vitest';
import { Listener } from '../base/listener.ts';
import { listenerName } from './peers.ts';

test('what marks a process is its own: whoever ends the sessions of one that hangs ends no other', () => {
  const marks = (['postgres', 'postgres', 'eventstoredb'] as const).map(
    (store) => new Listener('postgres://nobody', listenerName(store)).process,
  );
  expect(new Set(marks).size).toBe(3);
  for (const mark of marks) expect(mark).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});
