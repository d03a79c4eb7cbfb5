/** Everything that is counted, once it is known which checks have books. */
import type { Counter } from './counting.ts';
import { heldCounters } from './open-holds.ts';
import { ledgerCounters } from './ledgers.ts';
import { orderCounter } from './orders.ts';
import { pieceCounter, type CheckedBooks } from './pieces.ts';
import { tillCounters } from './tills.ts';

export const countersWith = (books: readonly CheckedBooks[]): readonly Counter[] => [
  pieceCounter(books),
  orderCounter,
  ...tillCounters,
  ...ledgerCounters,
  ...heldCounters,
];
