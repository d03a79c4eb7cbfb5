/** The events that a case file rests on, as the log holds them, and the seals that cover them. */
import { seesCost, seesRow, seesShop, type SessionUser } from '../../contracts/user.ts';
import { inFlight } from '../../platform/base/in-flight.ts';
import type { Recorded } from '../../contracts/event.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import { MARK_BYTES, digestOf, type LoggedEvent, type Seal } from '../chain.ts';
import type { Facts } from './facts.ts';
import { digestOfLine, marksOf, type EvidenceLine } from './evidence-lines.ts';

const SHOPS = ['shopId', 'fromShopId', 'toShopId', 'outShopId', 'inShopId'];
/** Shops that an event names, wherever in it. */
export const shopsIn = (value: unknown): number[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) =>
        SHOPS.includes(name) && typeof part === 'number' ? [part] : shopsIn(part),
      )
    : [];
/** Those of an event, where all of them are this user's; else none. */
export const ownShops = ({ data, meta }: Pick<Recorded, 'data' | 'meta'>, user: SessionUser): readonly number[] => {
  const shops = [...shopsIn(data), ...shopsIn(meta)];
  return shops.every((shopId) => seesShop(user, shopId)) ? shops : [];
};
/**
 * Events hold cost beside everything else: without the right to it (R13) none is shown, and none of other shops. Beside
 * the record itself none of people whose rows the user does not see (R109, R145).
 */
const mayRead = ({ data, meta }: Recorded, user: SessionUser, ofRecord: boolean): boolean =>
  seesCost(user) &&
  [...shopsIn(data), ...shopsIn(meta)].every((shopId) => seesShop(user, shopId)) &&
  (ofRecord || seesRow(user, meta));

export const lineOf = (event: Recorded, user: SessionUser, ofRecord: boolean): EvidenceLine => {
  const { position, stream, revision, id, type, data, meta } = event;
  const logged = { position, stream, revision, id, type, data, meta };
  if (mayRead(event, user, ofRecord)) return logged;
  return { position, stream, revision, type, digest: digestOf(logged).toString('hex') };
};
/** A seal does not cover an event of its range: the log was changed since it was sealed. */
export class NotAsSealed extends Error {
  constructor(no: number, { position }: Pick<LoggedEvent, 'position'>) {
    super(`位置 ${position} 的事件与第 ${no} 号封印不符，请先校验日志`);
    this.name = 'NotAsSealed';
  }
}

/** Collects the seals of the events that pass. @throws {NotAsSealed} */
export class SealsUsed {
  readonly #seals: readonly Seal[];
  readonly #places: ReadonlyMap<number, number>;
  readonly #marks = new Map<number, ReadonlySet<string>>();

  /** `places`: where the last event of each lies now. */
  constructor(seals: readonly Seal[], places: ReadonlyMap<number, number>) {
    this.#seals = seals;
    this.#places = places;
  }
  add(line: EvidenceLine): void {
    const seal = this.#seals.find(({ no, position }) => (this.#places.get(no) ?? position) >= line.position);
    if (seal === undefined) throw new NotAsSealed(0, line);
    const marks = this.#marks.get(seal.no) ?? marksOf(seal.marks);
    this.#marks.set(seal.no, marks);
    if (!marks.has(digestOfLine(line).toString('hex', 0, MARK_BYTES))) throw new NotAsSealed(seal.no, line);
  }
  get used(): readonly Seal[] {
    return this.#seals.filter(({ no }) => this.#marks.has(no));
  }
}

/** The last version of a board that was written and valid when the first event of `when` was. */
const heldThen = async (
  log: Pick<EventStore, 'read'>,
  { board, when }: NonNullable<Facts['heldThen']>,
): Promise<readonly Recorded[]> => {
  const [first] = await log.read(when, 0, 1);
  if (first === undefined) return [];
  const isValid = ({ data: { validFrom } }: Recorded): boolean =>
    typeof validFrom !== 'string' || Date.parse(validFrom) <= Date.parse(first.meta.at);
  const versions = await log.read(board);
  return versions.filter((one) => one.position < first.position && isValid(one)).slice(-1);
};

const STREAMS_AT_ONCE = 200;
/** Stream after stream, each up to `position`; `part`: which share of them is read. */
export async function* eventsOf(
  log: Pick<EventStore, 'read'>,
  { streams: ofRecord, lives, heldThen: board }: Pick<Facts, 'heldThen' | 'streams' | 'lives'>,
  position: number,
): AsyncGenerator<{ readonly events: readonly Recorded[]; readonly part: number }> {
  if (board !== undefined) yield { events: await heldThen(log, board), part: 0 };
  const streams = [...new Set([...ofRecord, ...lives])];
  for (let from = 0; from < streams.length; from += STREAMS_AT_ONCE) {
    const some = streams.slice(from, from + STREAMS_AT_ONCE);
    const read = await inFlight(some, (stream) => log.read(stream));
    const part = (from + some.length) / streams.length;
    yield { events: read.flat().filter((event) => event.position <= position), part };
  }
}
