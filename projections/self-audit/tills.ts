/** Money in tills counted anew (R80): what each document that stands has put there, in cash and otherwise. */
import { isAccount } from 'services/balance/contract';
import { CASH } from 'services/contracts/cash';
import { documentEventTypes, documentNo } from 'services/contracts/document';
import type { Counter, Emit, StreamFold } from './counting.ts';
import { FoldedDocument } from './document.ts';

type Header = {
  readonly shopId: number;
  readonly till?: string;
  readonly payments?: readonly { readonly method: string; readonly amountFen: number }[];
};
type Line = { readonly kind?: unknown };
/** `sign`: of what payments bring into the till. */
type Kind = { readonly name: string; readonly kind: string; readonly sign: (lines: readonly Line[]) => 1 | -1 };
const KINDS: readonly Kind[] = [
  { name: 'Sale', kind: 'sale', sign: () => 1 },
  { name: 'Recycle', kind: 'recycle', sign: () => -1 },
  // Money that a customer left is paid out again.
  { name: 'Deposit', kind: 'deposit', sign: ([line]) => (line?.kind === '2' ? -1 : 1) },
];

class Till implements StreamFold {
  readonly #kind: Kind;
  readonly #document: FoldedDocument<Header, Line>;
  #id = 0;

  constructor(kind: Kind) {
    this.#kind = kind;
    this.#document = new FoldedDocument(kind.name);
  }
  readonly add: StreamFold['add'] = (event) => {
    this.#id = Number(event.data['documentId']);
    this.#document.add(event);
  };
  readonly end = (emit: Emit): void => {
    const { version } = this.#document;
    if (version === null) return;
    const { shopId: shop, till = '', payments = [] } = version.header;
    if (till === '') return;
    const { kind, sign } = this.#kind;
    // What customers left with the chain lies in no till.
    const paid = payments.filter(({ method }) => !isAccount(method));
    const sumOf = (some: typeof paid): number =>
      some.reduce((sum, { amountFen }) => sum + sign(version.lines) * amountFen, 0);
    const cash = sumOf(paid.filter(({ method }) => method === CASH));
    const figures = { cash, other: sumOf(paid) - cash };
    emit({ report: 'till-money', shop, key: documentNo(kind, this.#id), figures });
  };
}
export const tillCounters: readonly Counter[] = KINDS.map((kind) => ({
  types: documentEventTypes(kind.name),
  open: () => new Till(kind),
}));
