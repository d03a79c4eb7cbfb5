/** 异常 (R148): the event of one noted fact. Those of a person, kind, shop and day lie in one stream. */
import { z } from 'zod';
import { StoredDay } from '../contracts/dates.ts';
import { storedPerson } from '../contracts/person.ts';
import { stored, storedName, storedText, storedWhole } from '../contracts/values.ts';

export const EXCEPTION_SCHEMA = 1;
export const EXCEPTION_EVENT = 'ExceptionNoted';
const Person = z.object({ id: storedWhole('id'), name: storedPerson() });
export const ExceptionEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(EXCEPTION_EVENT),
    data: z.object({
      kind: storedName(),
      /** Of entry, in the shops' calendar. */
      day: StoredDay,
      /** null: of no shop. */
      shopId: storedWhole('partnerId').nullable(),
      who: Person,
      /** Who approved, countersigned, was granted something; null nobody. */
      second: Person.nullable(),
      documentNo: storedText(),
      /** Fen; 0 where it is about no money. */
      amountFen: stored('documentMoney'),
      what: storedText(),
    }),
  }),
]);
export type ExceptionEvent = z.infer<typeof ExceptionEvent>;
type RowIdentity = Pick<ExceptionEvent['data'], 'kind' | 'day' | 'shopId' | 'who'>;
/** Of the row that equal facts make. */
export const exceptionIdOf = ({ kind, day, shopId, who }: RowIdentity): string =>
  `${kind}-${who.id}-${shopId ?? 0}-${day}`;
export const exceptionStream = (id: string): string => `exception-${id}`;
