/**
 * The same script writes the same log, event for event: types, streams, ids, data and order, over a store that writes in one
 * transaction and over one that writes stream by stream; and a save asks no more of the machine than was recorded.
 * `SAME_LOG=record` writes what is to be compared anew.
 */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { EVENT_SCHEMAS } from '../../house/log/event-schemas.ts';
import { liveTheDay } from './same-log/day.ts';
import { runsAtOneGift, saveCounts, type Counts } from './same-log/save-counts.ts';
import { startScripted, type ScriptedHouse, type Way } from './same-log/scripted-house.ts';
import { wayOfASale } from './same-log/way-of-a-sale.ts';
import { linesOf, logOf } from './same-log/written.ts';

const golden = (name: string): URL => new URL(`same-log/golden/${name}`, import.meta.url);
const records = process.env['SAME_LOG'] === 'record';
const recorded = (name: string, lines: readonly string[]): readonly string[] => {
  if (records) fs.writeFileSync(golden(name), `${lines.join('\n')}\n`);
  return fs.readFileSync(golden(name), 'utf8').trimEnd().split('\n');
};
/** Of the types of events that the house knows; what is missing: counts while trading, refusals of rare kinds. */
const MOST_TYPES = 0.7;
/** Of the rules, for each of eight saves that give one gift away: in steps each is tried together first, and stands behind the others. */
const RUNS_AT_ONE_GIFT: Readonly<Record<Way, number>> = { together: 1.5, steps: 2.5 };

/** A look-up that a slow machine asks anew; all else is the same on every machine. */
const MORE_STATEMENTS = 3;
const expectCounts = async ({ chain, way, chapter }: ScriptedHouse): Promise<void> => {
  chapter('counted');
  const counts = await saveCounts(chain);
  const lines = Object.entries(counts).map((one) => JSON.stringify(one));
  for (const line of recorded(`counts-${way}.jsonl`, lines)) {
    const [save, { statements, ...others }] = JSON.parse(line) as [string, Counts];
    const { statements: sent, ...now } = counts[save]!;
    expect({ save, ...now }).toEqual({ save, ...others });
    expect(sent).toBeLessThanOrEqual(statements + MORE_STATEMENTS);
  }
  chapter('one-gift');
  expect(await runsAtOneGift(chain)).toBeLessThanOrEqual(RUNS_AT_ONE_GIFT[way]);
  if (way === 'steps' || !records) return;
  chapter('way');
  recorded('way-of-a-sale.txt', await wayOfASale(chain));
};

test.each<Way>(['together', 'steps'])(
  'a day, written %s, is the day that it was',
  { timeout: 120_000 },
  async (way) => {
    const scripted = await startScripted(way);
    try {
      await liveTheDay(scripted);
      const events = await logOf(scripted.chain.app);
      const lines = [...scripted.answers.map((answer) => JSON.stringify(answer)), ...linesOf(events)];
      expect(lines).toEqual(recorded(`${way}.jsonl`, lines));
      const seen = new Set(events.map(({ type }) => type));
      expect(seen.size / EVENT_SCHEMAS.size).toBeGreaterThan(MOST_TYPES);
      await expectCounts(scripted);
    } finally {
      await scripted.chain.app.stop();
    }
  },
);
