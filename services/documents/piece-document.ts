/** What all kinds share whose lines are pieces of a shop: their stream, their list, what their sums may come to. */
import { GOODS_LIST, type LineKey } from '../contracts/document.ts';
import type { z } from 'zod';
import type { DocumentManifest } from '../contracts/manifest.ts';
import type { Recorded } from '../contracts/event.ts';
import type { DocumentEvent } from './decider.ts';
import type { LineLists } from './lines.ts';
import type { DocumentSpec } from './spec.ts';

type PieceLine = LineKey & { readonly quantity: number; readonly netWeightMg: number };
type Shared = 'kind' | 'name' | 'values' | 'stream' | 'parse' | 'sums' | 'shopOf';
type Own<Header, Line extends LineKey> = Omit<DocumentSpec<Header, Line>, Shared | 'lists'> & {
  /** Absent: that of the pieces alone. */
  readonly lists?: LineLists;
  readonly header: z.ZodType<Header>;
  readonly line: z.ZodType<Line>;
  /** The kind's events: what is stored is read by them. */
  readonly events: z.ZodType<{ readonly type: string; readonly data: DocumentEvent['data'] }>;
  readonly stream: (id: number) => string;
  /** Besides pieces and weight. */
  readonly sums?: DocumentSpec<Header, Line>['sums'];
};
/** The list of most kinds whose lines are pieces. */
export const GOODS_LINES = { [GOODS_LIST]: { path: 'bizGoodsList', field: 'barcode' } };
export const pieceDocument = <Header extends { readonly shopId: number }, Line extends PieceLine>(
  { kind, events: name = kind }: DocumentManifest,
  { header, line, events, sums = [], ...own }: Own<Header, Line>,
): DocumentSpec<Header, Line> => ({
  lists: GOODS_LINES,
  ...own,
  kind,
  name,
  values: { header, line },
  parse: ({ type, data, meta }: Recorded) => ({ ...events.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  sums: [
    { label: '合计件数', kind: 'documentPieces', of: ({ quantity }) => quantity },
    { label: '合计重量', kind: 'documentWeight', of: ({ netWeightMg, quantity }) => netWeightMg * quantity },
    ...sums,
  ],
});
