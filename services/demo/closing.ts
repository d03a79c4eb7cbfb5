/** The books of one shop are closed, long ago: its manager closed the days before, whatever may have waited (R141). */
import { addDays } from '../contracts/dates.ts';
import { CLOSE_PATH } from '../close/contract.ts';
import type { DayPlan, World } from './world.ts';

export const closeBooks = async ({ chain, shops, caughtUp }: World, { day, until }: DayPlan): Promise<void> => {
  const last = shops.at(-1);
  if (last === undefined) return;
  await caughtUp();
  const body = { shopId: last.shopId, closedUntil: addDays(day, -1), remark: '账已核对', force: true };
  await chain.say(last.manager, until, ['POST', CLOSE_PATH], { body });
};
