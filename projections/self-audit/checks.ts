/** Checks counted anew: what was found, and which books the pieces are asked for. */
import { z } from 'zod';
import { documentNo } from 'services/contracts/document';
import type { Recorded } from 'services/event-store/port';
import { CHECK_EVENT_TYPES, type CheckEvent } from 'services/stock-check/contract';
import type { Counter, Emit, StreamFold } from './counting.ts';
import type { CheckedBooks } from './pieces.ts';

type Data<Type extends CheckEvent['type']> = Extract<CheckEvent, { type: Type }>['data'];
const scopeOf = ({ header }: Pick<Data<'StockCheckOpened'>, 'header'>) => ({
  shop: header.shopId,
  category: header.category,
  style: header.style,
});

const Books = z.tuple([z.int(), z.int(), z.string(), z.string()]);
const textOf = ({ id, position, category, style }: CheckedBooks): string =>
  JSON.stringify([id, position, category, style] satisfies z.infer<typeof Books>);
/** Books by the figure that tells of them. @throws {Error} of a text that tells of none. */
export const booksOf = (shop: number, text: string): CheckedBooks => {
  const [id, position, category, style] = Books.parse(JSON.parse(text));
  return { id, shop, position, category, style };
};

class Check implements StreamFold {
  readonly #audited: (books: CheckedBooks) => void;
  readonly #found = new Map<string, number>();
  #books: CheckedBooks | null = null;
  #stands = false;

  constructor(audited: (books: CheckedBooks) => void) {
    this.#audited = audited;
  }

  readonly add = (recorded: Recorded): void => {
    const event = recorded as unknown as CheckEvent;
    switch (event.type) {
      case 'StockCheckOpened':
        this.#books = { ...scopeOf(event.data), id: event.data.documentId, position: event.data.bookPosition };
        return;
      case 'StockCheckHeaderCorrected':
        if (this.#books !== null) this.#books = { ...this.#books, ...scopeOf(event.data) };
        return;
      case 'StockCounted':
        return this.#count(event.data);
      case 'StockCountCorrected':
        this.#found.set(event.data.barcode, event.data.factNum);
        return;
      case 'StockCheckReset':
        return this.#reset(event.data.bookPosition);
      case 'StockCheckAudited':
        this.#stands = true;
        return;
      case 'StockCheckReversed':
      case 'StockCheckDeleted':
        this.#stands = false;
        return;
      default:
    }
  };

  readonly end = (emit: Emit): void => {
    if (this.#books === null || !this.#stands) return;
    this.#audited(this.#books);
    const { id, shop } = this.#books;
    const factNum = [...this.#found.values()].reduce((sum, one) => sum + one, 0);
    emit({ report: 'goods-check', shop, key: documentNo('check', id), figures: { factNum } });
    emit({ report: 'books', shop, key: '', figures: { [textOf(this.#books)]: 1 } });
  };

  /** A scan counts up to what the books have, and takes nothing back. */
  #count({ barcode, scans, bookNum, cap = bookNum }: Data<'StockCounted'>): void {
    const before = this.#found.get(barcode) ?? 0;
    this.#found.set(barcode, Math.max(before, Math.min(before + scans, cap)));
  }
  #reset(position: number): void {
    this.#found.clear();
    if (this.#books !== null) this.#books = { ...this.#books, position };
  }
}
/** `audited` hears of the books of every check that stands audited. */
export const checkCounter = (audited: (books: CheckedBooks) => void): Counter => ({
  types: CHECK_EVENT_TYPES,
  open: () => new Check(audited),
});
