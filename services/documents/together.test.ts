/** A save that is written together leaves the events that its steps leave; refused, it leaves none. */
import { describe, expect, test } from 'vitest';
import { attemptKey } from './decider.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { CASES, World, submit, type Case, type Command } from '../platform/testing/saga-world.ts';
import { actor, clerk, line } from '../platform/testing/transfer-sample.ts';

describe('together', () => {
  const logOf = ({ store }: World) =>
    Object.fromEntries(
      [...Map.groupBy(store.events, ({ stream }) => stream)].map(([stream, events]) => [
        stream,
        events.map((event) => ({ ...event, position: 0 })),
      ]),
    );
  const lived = async (all: boolean, [, before, command]: Case, lost = 0) => {
    const own = await new World({ atOnce: all }).stock();
    await own.send(submit('other', line('C003')), 2);
    for (const earlier of before) await own.send(earlier);
    const [already, stood] = [own.store.appends, logOf(own)];
    own.store.answersLost = lost;
    const refused = isRefusal(await own.send(command));
    expect(own.store.appends - already === 1).toBe(all && !refused);
    await own.mustBeSound([1, 2]);
    return { own, stood, refused };
  };

  test.each(CASES)('%s: the same events, the document before and behind its pieces', async (...row) => {
    const [steps, whole] = [await lived(false, row), await lived(true, row)];
    expect(whole.refused).toBe(steps.refused);
    expect(logOf(whole.own)).toEqual(whole.refused ? whole.stood : logOf(steps.own));
    if (whole.refused) return;
    const kinds = (own: World) => own.store.events.map(({ stream }) => stream.split('-')[0]);
    expect(kinds(whole.own)).toEqual(kinds(steps.own));
  });

  test.each(CASES)('%s: an answer that is lost is found again, and nothing is twice', async (...row) => {
    const [steps, whole] = [await lived(false, row), await lived(true, row, 1)];
    expect(logOf(whole.own)).toEqual(whole.refused ? whole.stood : logOf(steps.own));
  });

  test('what is remembered of a piece and is old costs a second try, not the steps', async () => {
    const world = await new World({ atOnce: true }).stock();
    const elsewhere = world.process(1);
    const send = (command: Command, id: number) =>
      elsewhere.command(id, { ...command, key: attemptKey(clerk.id, command.key) }, { actor: actor(command.key) });
    await send(submit('k1', line('LOT5', 1)), 3);
    // Another process holds some of the lot: what was remembered here is old.
    await world.send(submit('k2', line('LOT5', 1)), 4);
    const already = world.store.appends;
    expect(isRefusal(await send(submit('k3', line('LOT5', 1)), 5))).toBe(false);
    expect(world.store.appends - already).toBe(1);
    await world.mustBeSound([3, 4, 5]);
  });

  test('what is remembered of a piece and is old refuses nothing', async () => {
    const world = await new World({ atOnce: true }).stock();
    const elsewhere = world.process(1);
    const send = (command: Command, id: number) =>
      elsewhere.command(id, { ...command, key: attemptKey(clerk.id, command.key) }, { actor: actor(command.key) });
    await send(submit('k1', line('A001')), 3);
    // Let go in another process: here it is remembered as held.
    await world.send({ type: 'Delete', key: 'k2' }, 3);
    expect(isRefusal(await send(submit('k3', line('A001')), 5))).toBe(false);
    await world.mustBeSound([3, 5]);
  });
});
