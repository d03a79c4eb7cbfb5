/** Events that a projection cannot take, and what a test sees of the keys that they set aside. */
import { expect } from 'vitest';
import type { Daemon } from '../daemon/daemon.ts';
import { daemonsPerTest, healthOf, received, until } from './daemons.ts';
import type { Fact } from './memory-store.ts';

export const exploded = (code: string): Fact => ({ type: 'Exploded', data: { code } });
/** Breaks a check constraint (23514). */
export const tooMuch = (code: string): Fact => ({ type: 'TooMuch', data: { code } });
/** Does not fit its column (22003). */
export const tooLarge = (code: string): Fact => received(code, 1, 3_000_000_000);
export const many = (count: number, of: (n: number) => Fact): Fact[] => Array.from({ length: count }, (_, n) => of(n));

/** The daemons of a test, beside what is shown and what is parked. */
export const parkedKeysPerTest = () => {
  const daemons = daemonsPerTest();
  const { at } = daemons;
  const codes = async (): Promise<unknown[]> =>
    (await at.db.query('select code, num from live.sample_stock order by code')).rows.map((row) => Object.values(row));
  const parkedNow = async (): Promise<unknown[]> => {
    const { rows } = await at.db.query(
      `select key, stream, first_position, event_type, cause from projection.parked join projection.checkpoint using (schema)
        where state = 'live' order by first_position`,
    );
    return rows;
  };
  /** A statement of the projections is at work. */
  const follows = async (): Promise<boolean> => {
    const { rows } = await at.db.query(
      `select from pg_stat_activity where application_name ~ '^projections [0-9a-f]{8}-' and state <> 'idle' and datname = current_database()`,
    );
    return rows.length > 0;
  };
  const reached = async (daemon: Daemon, position: number): Promise<void> => {
    expect(await daemon.waitFor(['sample-stock'], position, 8_000)).toBe(true);
    await until(() => healthOf(daemon).state === 'live');
  };
  return { ...daemons, codes, parkedNow, follows, reached };
};
