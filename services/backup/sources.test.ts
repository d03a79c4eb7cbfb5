/** Events of an archive: those behind the one before it. */
import { expect, test } from 'vitest';
import type { EventStore, History, Recorded } from '../platform/event-store/port.ts';
import { eventLines, type LogReach } from './sources.ts';

const recorded = (position: number): Recorded => ({
  id: `e-${position}`,
  type: 'T',
  stream: 's-1',
  revision: position,
  position,
  data: {},
  meta: { key: 'k', correlationId: 'c', causationId: 'c', userId: 1, userName: '', shopId: null, at: '', schema: 1 },
});

test('what the archive before has is not read again', async () => {
  const asked: History[] = [];
  const history = async function* (wanted: History): AsyncGenerator<readonly Recorded[]> {
    asked.push(wanted);
    yield [8, 9].map(recorded);
  };
  const seen: LogReach = { first: null, last: null, lastId: null };
  let count = 0;
  for await (const lines of eventLines({ history } as unknown as EventStore, { after: 7, until: 9 }, seen))
    count += lines.count;
  expect([count, seen]).toEqual([2, { first: 8, last: 9, lastId: 'e-9' }]);
  expect(asked).toMatchObject([{ order: 'log', after: 7, until: 9 }]);
});
