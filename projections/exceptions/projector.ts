/** exceptions: one row for the equal facts of a person, shop and day, with what each of them said. */
import { EXCEPTION_KINDS, type ExceptionKind } from 'services/contracts/exception';
import { NUMBERS } from 'services/contracts/values';
import type { Recorded } from 'services/event-store/port';
import { EXCEPTION_EVENT, exceptionIdOf, type ExceptionEvent } from 'services/exception/contract';
import { keyed, type Row } from '../platform/projection/projection.ts';
import type { StoredDetail } from './contract.ts';

type ExceptionRow = Row & {
  readonly id: string;
  readonly people: readonly number[];
  readonly second: string;
  readonly document_no: string;
  readonly amount_fen: number;
  readonly count: number;
  readonly details: readonly StoredDetail[];
};
type Fact = ExceptionEvent['data'];

/** As many as a person reads; the count tells of the others. */
const MOST_DETAILS = 50;
const MOST_NAMED = 5;
/** A kind that this release does not know is shown all the same. */
const levelOf = (kind: string): number => (kind in EXCEPTION_KINDS ? EXCEPTION_KINDS[kind as ExceptionKind].level : 1);
const named = (before: string, more: string): string => {
  const names = before.split('、').filter((name) => name !== '');
  return more === '' || names.includes(more) || names.length >= MOST_NAMED ? before : [...names, more].join('、');
};

const begun = (fact: Fact): ExceptionRow => ({
  id: exceptionIdOf(fact),
  kind: fact.kind,
  level: levelOf(fact.kind),
  day: fact.day,
  shop_id: fact.shopId,
  who_id: fact.who.id,
  who: fact.who.name,
  people: [fact.who.id],
  second: '',
  document_no: '',
  amount_fen: 0,
  count: 0,
  details: [],
});
const added = (row: ExceptionRow, fact: Fact, { meta: { at } }: Recorded): ExceptionRow => {
  const { second, documentNo, amountFen, what } = fact;
  const detail = { at, what, documentNo, amountFen, second: second?.name ?? '' };
  const amount = Math.min(NUMBERS.customerMoney.max, row.amount_fen + Math.abs(amountFen));
  return {
    ...row,
    at,
    what,
    people: second === null || row.people.includes(second.id) ? row.people : [...row.people, second.id],
    second: named(row.second, second?.name ?? ''),
    document_no: named(row.document_no, documentNo),
    amount_fen: amount,
    count: row.count + 1,
    details: [...row.details, detail].slice(-MOST_DETAILS),
  };
};

export default keyed<ExceptionRow>({
  name: 'exceptions',
  version: 1,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'exceptions',
  events: [EXCEPTION_EVENT],
  key: 'id',
  identity: ['id'],
  keyOf: ({ data }) => exceptionIdOf(data as Fact),
  fold: (rows, event) => {
    const fact = event.data as Fact;
    return [added(rows[0] ?? begun(fact), fact, event)];
  },
});
