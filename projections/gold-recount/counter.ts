/** The gold of each stream as figures that add up: what is in a shop by fineness, and how far documents are from the shelves. */
import { createHash } from 'node:crypto';
import type { Counter, Emit, StreamFold } from '../self-audit/counting.ts';
import type { Recorded } from 'services/event-store/port';
import { EVERYWHERE, RECOUNT_EVENTS, Recount, type Disagreement, type Thing } from './count.ts';

const DIGITS = 5;
/**
 * Documents disagree stream by stream where gold is cut, and agree over all of them: each gets factors of its own, so that the sum
 * over all documents is nothing if and only if each is. It takes no room that grows with them.
 */
const fingerprint = ({ document, shopId, fineness, mg }: Disagreement & { readonly mg: bigint }) => {
  const digest = createHash('md5').update(`${document}/${shopId}/${fineness}`).digest('hex');
  const factor = (from: number): number => 1 + Number.parseInt(digest.slice(from, from + DIGITS), 16);
  return { first: Number(mg) * factor(0), second: Number(mg) * factor(DIGITS) };
};
class GoldOfStream implements StreamFold {
  readonly #events: Recorded[] = [];
  readonly add = (event: Recorded): void => void this.#events.push(event);
  readonly end = (emit: Emit): void => {
    const recount = new Recount(EVERYWHERE);
    recount.add(this.#events);
    const { things, unread } = recount.end();
    if (unread.length > 0) throw new RangeError(`unread ${unread.join()}`);
    for (const { kind, name, shopId: shop, fineness, mg } of things)
      emit({ report: 'gold', shop, key: `${kind}/${name}`, figures: { [`${fineness}/`]: Number(mg) } });
    for (const apart of recount.apart)
      emit({ report: 'gold-apart', shop: 0, key: apart.document, figures: fingerprint(apart) });
  };
}
export const goldCounter: Counter = { types: RECOUNT_EVENTS, open: () => new GoldOfStream() };

const KEY = /^(piece|lot)\/(.*)$/s;
/** The thing that an entry of gold tells of; a thing has one fineness in a shop. */
export const thingOf = (shop: number, key: string, figures: Readonly<Record<string, number>>): readonly Thing[] => {
  const [, kind = '', name = ''] = KEY.exec(key) ?? [];
  return Object.entries(figures).map(([field, mg]) => ({
    kind: kind === 'lot' ? 'lot' : 'piece',
    name,
    shopId: shop,
    fineness: finenessIn(field),
    mg: BigInt(mg),
    documents: [],
  }));
};
/** A fineness may have no name; the figure has one. */
export const finenessIn = (field: string): string => field.replace(/\/$/, '');
