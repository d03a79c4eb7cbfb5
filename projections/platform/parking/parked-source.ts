/** Which keys the read models have set aside, for those who answer queries. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ParkedKey } from './parking.ts';

export type ParkedStream = { readonly projection: string; readonly stream: string; readonly firstPosition: number };
/** Empty as a rule. */
export type ParkedSource = () => Promise<readonly ParkedStream[]>;

/** Of the projections that run in this process. */
export const parkedHere =
  (health: () => readonly { readonly name: string; readonly parked: readonly ParkedKey[] }[]): ParkedSource =>
  async () =>
    health().flatMap(({ name, parked }) =>
      parked.map(({ stream, firstPosition }) => ({ projection: name, stream, firstPosition })),
    );

const FRESH_MS = 1_000;
const Parked = z.object({ projection: z.string(), stream: z.string(), first_position: z.int() });
/** Of projections that run elsewhere: asked at most once a second. */
export const parkedElsewhere = (db: CommonQueryMethods): ParkedSource => {
  let asked: Promise<readonly ParkedStream[]> = Promise.resolve([]);
  let askedAt = -Infinity;
  const ask = async (): Promise<readonly ParkedStream[]> => {
    const rows = await db.any(sql.type(Parked)`
      SELECT c.name AS projection, p.stream, p.first_position
      FROM projection.parked p JOIN projection.checkpoint c ON c.schema = p.schema WHERE c.state = 'live'`);
    return rows.map(({ first_position: firstPosition, ...row }) => ({ ...row, firstPosition }));
  };
  return () => {
    if (performance.now() - askedAt > FRESH_MS) {
      askedAt = performance.now();
      asked = ask();
      asked.catch(() => (askedAt = -Infinity));
    }
    return asked;
  };
};
