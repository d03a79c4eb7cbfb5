/** Lines of a body become lines of a document: checked together, each with its piece and with what it was before. */
import { GOODS_LIST, type DocumentKind, type LineKey, type NewLine } from '../contracts/document.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import {
  checkLines,
  type AskedLine,
  type CheckedLine,
  type CheckedView,
  type LineCheck,
  type PieceLookup,
} from './check-lines.ts';
import { listed, type StandingLines } from './lines.ts';

type Described = CheckedView & {
  readonly attributes: { readonly name: string; readonly category: string; readonly netWeightMg: number };
};
/** What a line keeps of its piece (`storedPiece` of contracts/document-body). */
export const pieceOf = (barcode: string, { view, rowId, quantity }: CheckedLine<Described>) => ({
  barcode,
  goodsId: rowId,
  name: view.attributes.name,
  category: view.attributes.category,
  quantity,
  netWeightMg: view.attributes.netWeightMg,
});

type Lines<View extends CheckedView, Sent, Line extends LineKey> = Pick<
  LineCheck<View>,
  'shopId' | 'tooMany' | 'find'
> & {
  readonly kind: DocumentKind;
  /** The document that is edited; null for a new one. */
  readonly before: ({ readonly id: number } & StandingLines<Line>) | null;
  readonly sent: readonly Sent[];
  readonly asked: (sent: Sent) => Omit<AskedLine, 'barcode'>;
  /** Names of quantity and stock row in a line of the body. */
  readonly fields: readonly [quantity: string, row: string];
  /** `kept`: the line of the same barcode as it stands. */
  readonly lineOf: (sent: Sent, piece: CheckedLine<View>, kept: Line | undefined) => NewLine<Line>;
};
type Coded = { readonly barcode: string };
type Rowed = Coded & { readonly goodsId: number };
/** The document's lines, or one refusal that names every line in the way. */
export const linesOfPieces = async <View extends CheckedView, Sent extends Coded, Line extends LineKey & Rowed>(
  pieces: PieceLookup<View>,
  { kind, before, sent, asked, fields, lineOf, ...check }: Lines<View, Sent, Line>,
): Promise<readonly Line[] | Refusal> => {
  const [quantityField, rowField] = fields;
  const checked = await checkLines<View>(pieces, {
    ...check,
    kind,
    lines: sent.map((line) => ({ barcode: line.barcode, ...asked(line) })),
    own: before === null ? null : { kind, id: before.id, lines: before.lines },
    path: 'bizGoodsList',
    quantityField,
    rowField,
  });
  if (isRefusal(checked)) return checked;
  const kept = new Map(before?.lines.map((line) => [line.barcode, line]));
  const lines = checked.map((piece, index) => {
    const line = sent[index]!;
    return lineOf(line, piece, kept.get(line.barcode));
  });
  return listed<Line>(GOODS_LIST, lines, before);
};
