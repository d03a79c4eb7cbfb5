/** Notes facts for 异常 (R148), each an event that waits with the act it belongs to. */
import { createHash } from 'node:crypto';
import { dayOf } from '../contracts/dates.ts';
import type { ExceptionDesk, ExceptionNote } from '../contracts/exception.ts';
import { cut } from '../contracts/limits.ts';
import type { JsonObject } from '../contracts/event.ts';
import { isRefusal } from '../contracts/refusal.ts';
import type { Recipient } from '../contracts/save.ts';
import { TEXTS, NUMBERS } from '../contracts/values.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { Steps } from '../platform/streams/steps.ts';
import { EXCEPTION_SCHEMA, ExceptionEvent, exceptionIdOf, exceptionStream } from './contract.ts';
import { exceptionDecider, type NotedFacts, type NoteException } from './decider.ts';

type Stored = ExceptionEvent & { readonly data: JsonObject };
const RECIPIENT: Recipient<NotedFacts, NoteException, Stored> = {
  decider: exceptionDecider as Recipient<NotedFacts, NoteException, Stored>['decider'],
  parse: ({ type, data }) => ExceptionEvent.parse({ type, data }) as Stored,
  schema: EXCEPTION_SCHEMA,
  remember: true,
};

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

export const createExceptions = ({ store }: { readonly store: EventStore }): ExceptionDesk => ({
  note: async (note, { save = new Steps(store), ...by }) => {
    const fact = factOf(note, by);
    const { shopId } = fact;
    const command = { type: 'Note', fact } as const;
    const options = { actor: by, shopId, tag: tagOf(fact) };
    const stream = exceptionStream(exceptionIdOf(fact));
    // Tills that one person has signed in to note at the same moment.
    await save.turns([stream]);
    const noted = await save.send(RECIPIENT, stream, command, options);
    if (isRefusal(noted)) throw new Error(`exception not noted: ${noted.code}`);
  },
});
