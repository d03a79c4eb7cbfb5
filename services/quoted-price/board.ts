/** The board as commands see it: its stream for today, the read model for days that are over. */
import type { DatabasePool } from 'slonik';
import { addDays, dayOf, isoWithOffset } from '../contracts/dates.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import type { JsonObject } from '../contracts/event.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { handle, loadState } from '../platform/streams/handle.ts';
import type { StoredRecipient } from '../platform/streams/stream-state.ts';
import {
  BOARD_ID,
  QUOTED_PRICE_SCHEMA,
  QuotedPriceEvent,
  boardStream,
  type BoardLine,
  type GoldPrices,
} from './contract.ts';
import { boardNow, quotedPriceDecider, type BoardState, type QuoteCommand } from './decider.ts';
import { boardBefore, boardsWithin } from './live-checks.ts';

type Fact = QuotedPriceEvent & { readonly data: JsonObject };
/** Number of the state's shape and of the fold that makes it (ADR 0034). */
const BOARD_STATE = 1;
const STREAM = boardStream(BOARD_ID);

/** What is quoted, apart from whose board it is. */
export type Quotation = {
  readonly adPicture: string;
  readonly backgroundPicture: string;
  readonly remark: string;
  readonly validFrom: string | null;
  readonly details: readonly BoardLine[];
};
type QuoteResult = { readonly position: number; readonly revision: number };

const recipientOf = (store: EventStore): StoredRecipient<BoardState, QuoteCommand, Fact> => ({
  store,
  decider: quotedPriceDecider as StoredRecipient<BoardState, QuoteCommand, Fact>['decider'],
  parse: ({ type, data }) => QuotedPriceEvent.parse({ type, data }) as Fact,
  schema: QUOTED_PRICE_SCHEMA,
  remember: true,
  snapshot: BOARD_STATE,
});

export const priceBoard = (store: EventStore) => {
  const recipient = recipientOf(store);
  return {
    load: () => loadState(recipient, STREAM),
    quote: async (
      quotation: Quotation,
      actor: Actor,
      expected: number | 'none' | undefined,
    ): Promise<QuoteResult | Refusal> => {
      const command: QuoteCommand = {
        type: 'Quote',
        now: isoWithOffset(actor.now),
        board: { ...quotation, details: [...quotation.details], boardId: BOARD_ID },
      };
      const done = await handle(recipient, STREAM, command, {
        actor,
        shopId: null,
        expected: expected === 'none' ? -1 : expected,
      });
      return isRefusal(done) ? done : { position: done.position, revision: done.revision };
    },
  };
};

/** How long a price that was said at the counter may be older than the board. */
const LATELY_MS = 1_800_000;
/** For slices that price by the board. */
export const goldPrices = (store: EventStore, db: DatabasePool): GoldPrices => {
  const board = priceBoard(store);
  return {
    on: async (day, now) => {
      if (day < dayOf(now)) return boardBefore(db, `${addDays(day, 1)}T00:00:00.000+08:00`);
      const { state } = await board.load();
      return boardNow(state, now.getTime());
    },
    lately: async (now) => {
      const from = isoWithOffset(new Date(now.getTime() - LATELY_MS));
      const [{ state }, within, before] = await Promise.all([
        board.load(),
        boardsWithin(db, from, isoWithOffset(now)),
        boardBefore(db, from),
      ]);
      return [boardNow(state, now.getTime()), ...within, before].filter((one) => one !== null);
    },
  };
};
