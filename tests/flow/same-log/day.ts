/**
 * A day of a chain, from beginning to end, always the same: every kind of document saved, edited, audited, taken back and
 * deleted, what is refused, and who comes first where two want one thing.
 */
import { offices, tills, weighed, words } from './back-office.ts';
import { races } from './contention.ts';
import { forgetShops, type Story } from './script.ts';
import type { ScriptedHouse } from './scripted-house.ts';
import { batches, ledgers, livesOfKinds, orders } from './trade.ts';

const DAY: readonly (readonly [chapter: string, story: Story])[] = [
  ['kinds', livesOfKinds],
  ['orders', orders],
  ['ledgers', ledgers],
  ['words', words],
  ['tills', tills],
  ['weighed', weighed],
  ['batches', batches],
  ['offices', offices],
  ['races', races],
];
export const liveTheDay = async ({ chain, way, chapter }: ScriptedHouse): Promise<void> => {
  forgetShops();
  for (const [name, story] of DAY) {
    chapter(name);
    await story(chain, way);
  }
};
