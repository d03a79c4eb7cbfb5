/** Two requests at one moment, of which it is settled who is first: one of them is held up at its append until the other one stands. */
import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import type { EventStore, NewEvent } from '../../../services/platform/event-store/port.ts';
import type { App, Reply } from '../../support/app.ts';
import { interpose } from '../../support/interposed.ts';

/** Whoever comes later than that comes after the other one all the same. */
const STANDS_MS = 150;

/**
 * How far the other one gets meanwhile: it is `answered`; it has `begun` to write, and then stands behind the one that is held; or
 * it is `standing` behind it with nothing written.
 */
export type Meanwhile = 'answered' | 'begun' | 'standing';
type Race = {
  /** What both want to write to. */
  readonly stream: string;
  /** Of the one that is held up. */
  readonly key: string;
  readonly held: (options: { readonly key: string }) => Promise<Reply>;
  readonly other: () => Promise<Reply>;
  readonly meanwhile: Meanwhile;
};
/** `came`: it stands at the gate. `begun`: somebody else wrote. */
const gateIn = (written: EventStore, { stream: wanted, key }: Race) => {
  const [came, begun, go] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [
    PromiseWithResolvers<void>,
    PromiseWithResolvers<void>,
    PromiseWithResolvers<void>,
  ];
  const isHeld = (events: readonly NewEvent[]): boolean => events.some(({ meta }) => meta.key === key);
  const passed = async <Answer>(
    parts: readonly (readonly [stream: string, events: readonly NewEvent[]])[],
    own: () => Promise<Answer>,
  ): Promise<Answer> => {
    if (parts.some(([stream, events]) => stream === wanted && isHeld(events))) {
      came.resolve();
      await go.promise;
    }
    const answer = await own();
    if (!parts.some(([, events]) => isHeld(events))) begun.resolve();
    return answer;
  };
  interpose(written, 'append', (own, call) => passed([[call[0], call[2]]], () => own(...call)));
  interpose(written, 'appendAll', (own, call) =>
    passed(
      call[0].map(({ stream, events }) => [stream, events] as const),
      () => own(...call),
    ),
  );
  return { came: came.promise, begun: begun.promise, go: go.resolve };
};

/** Answers of the held one and of the other. */
export const raced = async ({ house }: App, race: Race): Promise<readonly [held: Reply, other: Reply]> => {
  const gate = gateIn(house.deps.written as EventStore, race);
  try {
    const held = race.held({ key: race.key });
    await Promise.race([gate.came, held]);
    const other = race.other();
    if (race.meanwhile === 'begun') await Promise.race([gate.begun, other]);
    await (race.meanwhile === 'answered' ? other : pause(STANDS_MS));
    gate.go();
    return [await held, await other];
  } finally {
    gate.go();
    vi.restoreAllMocks();
  }
};
