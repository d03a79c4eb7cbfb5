/**
 * The same script writes the same log, event for event: types, streams, ids, data and order, over a store that writes in one
 * transaction and over one that writes stream by stream. `SAME_LOG=record` writes what is to be compared anew.
 */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { EVENT_SCHEMAS } from '../../services/event-schemas.ts';
import { liveTheDay } from './same-log/day.ts';
import { startScripted, type Way } from './same-log/scripted-house.ts';
import { linesOf, logOf } from './same-log/written.ts';

const golden = (way: Way): URL => new URL(`same-log/golden/${way}.jsonl`, import.meta.url);
/** Of the types of events that the house knows; what is missing is told in shops of few: counts while trading, refusals of rare kinds. */
const MOST_TYPES = 0.7;

test.each<Way>(['together', 'steps'])(
  'a day, written %s, is the day that it was',
  { timeout: 120_000 },
  async (way) => {
    const scripted = await startScripted(way);
    try {
      await liveTheDay(scripted);
      const events = await logOf(scripted.chain.app);
      const answers = scripted.answers.map((answer) => JSON.stringify(answer));
      const lines = [...answers, ...linesOf(events)];
      if (process.env['SAME_LOG'] === 'record') fs.writeFileSync(golden(way), `${lines.join('\n')}\n`);
      expect(lines).toEqual(fs.readFileSync(golden(way), 'utf8').trimEnd().split('\n'));
      const seen = new Set(events.map(({ type }) => type));
      expect(seen.size / EVENT_SCHEMAS.size).toBeGreaterThan(MOST_TYPES);
    } finally {
      await scripted.chain.app.stop();
    }
  },
);
