/** Notes facts for 异常 (R148), each an event that waits with the act it belongs to. */
import { createHash } from 'node:crypto';
import { dayOf } from '../contracts/dates.ts';
import type { ExceptionDesk, ExceptionNote } from '../contracts/exception.ts';
import { cut } from '../contracts/limits.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { TEXTS, NUMBERS } from '../contracts/values.ts';
import type { EventStore, JsonObject } from '../platform/event-store/port.ts';
import { handle } from '../platform/streams/handle.ts';
import type { Recipient } from '../platform/streams/stream-state.ts';
import { EXCEPTION_SCHEMA, ExceptionEvent, exceptionIdOf, exceptionStream } from './contract.ts';
import { exceptionDecider, type NotedFacts, type NoteException } from './decider.ts';

type Stored = ExceptionEvent & { readonly data: JsonObject };
const recipientOf = (store: EventStore): Recipient<NotedFacts, NoteException, Stored> => ({
  store,
  decider: exceptionDecider as Recipient<NotedFacts, NoteException, Stored>['decider'],
  parse: ({ type, data }) => ExceptionEvent.parse({ type, data }) as Stored,
  schema: EXCEPTION_SCHEMA,
  remember: true,
});

const MOST_FEN = NUMBERS.documentMoney.max;
/** What is beyond a document's range is shown as its bound: a note is never in the way of an act. */
const bounded = (fen: number): number => Math.max(-MOST_FEN, Math.min(MOST_FEN, Math.round(fen)));
const factOf = (
  { kind, shopId, what, documentNo = '', amountFen = 0, second, who }: ExceptionNote,
  { user, now }: Parameters<ExceptionDesk['note']>[1],
): ExceptionEvent['data'] => ({
  kind,
  day: dayOf(now),
  shopId,
  who: who ?? { id: user.id, name: user.nickName },
  second: second ?? null,
  documentNo,
  amountFen: bounded(amountFen),
  what: cut(what, TEXTS.long),
});

/** The same fact of the same command has the same event. */
const tagOf = ({ documentNo, what, amountFen }: ExceptionEvent['data']): string =>
  `Note/${createHash('sha256')
    .update(JSON.stringify([documentNo, what, amountFen]))
    .digest('hex')
    .slice(0, 16)}`;

export const createExceptions = ({ store }: { readonly store: EventStore }): ExceptionDesk => {
  const recipient = recipientOf(store);
  return {
    note: async (note, by) => {
      const fact = factOf(note, by);
      const { shopId } = fact;
      const command = { type: 'Note', fact } as const;
      const { oneCommit, ...actor } = by;
      const options = { actor, shopId, tag: tagOf(fact), oneCommit };
      const noted = await handle(recipient, exceptionStream(exceptionIdOf(fact)), command, options);
      if (isRefusal(noted)) throw new Error(`exception not noted: ${noted.code}`);
    },
  };
};
