/**
 * Lines that name pieces, checked before anything is written: duplicates, the look-up of R3, quantities, row ids (R40).
 * The hold decides in the end; this check only says all of it at once and gives the pieces' own values.
 */
import type { FieldProblem } from '../contracts/envelope.ts';
import type { DocumentKind } from '../contracts/document.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import { inFlight } from '../platform/base/in-flight.ts';

/** What the check reads of a piece. */
export type CheckedView = {
  readonly holdings: readonly {
    readonly shopId: number;
    readonly onHand: number;
    readonly held: number;
    readonly rowId: number;
    readonly rowIds: readonly number[];
    readonly unitCostFen: number;
  }[];
  readonly holds: readonly {
    readonly shopId: number;
    readonly quantity: number;
    readonly holder: { readonly kind: string; readonly id: number };
    /** The kind of document that may take it over. */
    readonly offeredTo?: string;
  }[];
};
/** Who knows pieces, and why one is not free in a shop (R3). */
export type PieceLookup<View extends CheckedView> = {
  view(barcode: string): Promise<View | null>;
  lookupFor(kind: DocumentKind, shopId: number, barcode: string): Promise<View | Refusal>;
};
export type AskedLine = {
  readonly barcode: string;
  /** null: all that is free. */
  readonly quantity: number | null;
  readonly rowId: number | null;
};
export type CheckedLine<View extends CheckedView> = {
  readonly view: View;
  /** Stock row that brought the piece to the shop. */
  readonly rowId: number;
  /** Cost of one piece in that shop, fen. */
  readonly unitCostFen: number;
  /** As asked, or all that was free. */
  readonly quantity: number;
};
export type LineCheck<View extends CheckedView> = {
  readonly shopId: number;
  readonly lines: readonly AskedLine[];
  /** What other documents set aside for this kind is free for it. */
  readonly kind: DocumentKind;
  /** The document that is being edited: what it holds itself is free for it, and the rows that its lines name stay. */
  readonly own: {
    readonly kind: DocumentKind;
    readonly id: number;
    readonly lines: readonly { readonly barcode: string; readonly goodsId: number }[];
  } | null;
  /** Names in the body: `bizGoodsList`, and within a line. */
  readonly path: string;
  readonly quantityField: string;
  readonly rowField: string;
  readonly tooMany: string;
  /** Lines that find pieces beyond the books: how a piece is looked up, and no stock that limits them. */
  readonly find?: (barcode: string, quantity: number) => Promise<View | Refusal>;
};

const DUPLICATE = '列表已存在此首饰，请不要重复输入！';

const duplicates = ({ lines, path }: Pick<LineCheck<CheckedView>, 'lines' | 'path'>): Refusal | null => {
  const seen = new Set<string>();
  const fields: FieldProblem[] = [];
  for (const [index, { barcode }] of lines.entries()) {
    if (seen.has(barcode)) fields.push({ path: `${path}.${index}.barcode`, message: DUPLICATE });
    seen.add(barcode);
  }
  return fields.length === 0 ? null : refuse('invalid', 'document.duplicate', DUPLICATE, { fields });
};

type Of = Pick<LineCheck<CheckedView>, 'kind' | 'own' | 'shopId'>;
const ownQuantity = (view: CheckedView, { kind, own, shopId }: Of): number =>
  view.holds
    .filter(
      ({ holder, offeredTo, ...hold }) =>
        hold.shopId === shopId && (offeredTo === kind || (holder.kind === own?.kind && holder.id === own.id)),
    )
    .reduce((total, hold) => total + hold.quantity, 0);

/** The piece as the document may use it: its own hold and what was set aside for it count as free. */
const pieceFor = async <View extends CheckedView>(
  pieces: PieceLookup<View>,
  barcode: string,
  check: LineCheck<View>,
): Promise<View | Refusal> => {
  if (check.own === null) return pieces.lookupFor(check.kind, check.shopId, barcode);
  const view = await pieces.view(barcode);
  return view !== null && ownQuantity(view, check) > 0 ? view : pieces.lookupFor(check.kind, check.shopId, barcode);
};

/** What the document may take of the piece: free, or held by itself. */
const freeFor = (view: CheckedView, check: Of): number => {
  const here = view.holdings.find((holding) => holding.shopId === check.shopId);
  return (here?.onHand ?? 0) - (here?.held ?? 0) + ownQuantity(view, check);
};

/** Whether a number names the piece: by a row that brought it anywhere, or as the line stood before. */
const names = (view: CheckedView, { barcode, rowId }: AskedLine, { own }: Pick<Of, 'own'>): boolean =>
  rowId === null ||
  view.holdings.some((holding) => holding.rowId === rowId || holding.rowIds.includes(rowId)) ||
  own?.lines.some((line) => line.barcode === barcode && line.goodsId === rowId) === true;

const misfits = <View extends CheckedView>(views: readonly View[], check: LineCheck<View>): FieldProblem[] =>
  check.lines.flatMap((line, index) => {
    const view = views[index];
    if (view === undefined) return [];
    const problems: FieldProblem[] = [];
    const at = `${check.path}.${index}`;
    if (check.find === undefined && (line.quantity ?? 1) > freeFor(view, check))
      problems.push({ path: `${at}.${check.quantityField}`, message: check.tooMany });
    if (!names(view, line, check)) {
      problems.push({ path: `${at}.${check.rowField}`, message: '货品编号与条码不一致' });
    }
    return problems;
  });

/** Every line's piece, or one refusal that names every line in the way. */
export const checkLines = async <View extends CheckedView>(
  pieces: PieceLookup<View>,
  check: LineCheck<View>,
): Promise<readonly CheckedLine<View>[] | Refusal> => {
  const twice = duplicates(check);
  if (twice !== null) return twice;
  const { find } = check;
  const found = await inFlight(check.lines, ({ barcode, quantity }) =>
    find === undefined ? pieceFor(pieces, barcode, check) : find(barcode, quantity ?? 1),
  );
  const refusals = found.flatMap((one, index) => (isRefusal(one) ? [{ one, index }] : []));
  const [first] = refusals;
  if (first !== undefined) {
    const fields = refusals.map(({ one, index }) => ({
      path: `${check.path}.${index}.barcode`,
      message: one.message,
    }));
    const more = fields.length > 1 ? `（共${fields.length}件）` : '';
    const message = `${check.lines[first.index]?.barcode ?? ''}：${first.one.message}${more}`;
    return refuse(first.one.kind, first.one.code, message, { fields });
  }
  const views = found.flatMap((one) => (isRefusal(one) ? [] : [one]));
  const fields = misfits(views, check);
  if (fields[0] !== undefined) return refuse('invalid', 'document.lines', fields[0].message, { fields });
  return views.map((view, index) => {
    const here = view.holdings.find((holding) => holding.shopId === check.shopId);
    const quantity = check.lines[index]?.quantity ?? (find === undefined ? freeFor(view, check) : 1);
    return { view, rowId: here?.rowId ?? 0, unitCostFen: here?.unitCostFen ?? 0, quantity };
  });
};
