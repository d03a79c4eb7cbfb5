/** What a kind of document tells the saga: how its lines become holds, postings, claims and returns. */
import type { DocumentKind } from '../../contracts/document.ts';
import type { DocumentEvent, DocumentRules } from '../../contracts/document-decider.ts';
import type { Holder, MovementDocument, PieceCommand } from '../../goods/contract.ts';
import type { Recorded } from '../event-store/port.ts';
import type { DocumentRanges } from './ranges.ts';

/** A hold that may stand in for another one of the same document (see GoodsHeld). */
export type HoldInstead = Extract<PieceCommand, { type: 'HoldGoods' }>;
/** One line with everything a piece command of it may need. */
export type LineContext<Header, Line> = {
  readonly header: Header;
  readonly line: Line;
  readonly document: MovementDocument;
  readonly holder: Holder;
  /** The line's hold, and after audit the key of its posting. */
  readonly key: string;
  /** Stock row that the line makes when posted; 0 where none. */
  readonly rowId: number;
  /** While a posting is reversed: its claim, and the hold the piece comes back under. */
  readonly claimKey: string;
  readonly backKey: string;
};

export type DocumentSpec<Header, Line> = DocumentRules<Header, Line> &
  DocumentRanges<Line> & {
    readonly kind: DocumentKind;
    readonly stream: (id: number) => string;
    /** The slice's door: upcasts and validates a stored event. */
    readonly parse: (recorded: Recorded) => DocumentEvent;
    /** Shop the document's events belong to. */
    readonly shopOf: (header: Header) => number;
    /** Day of business of its movements, yyyy-MM-dd. */
    readonly businessDate: (header: Header) => string;
    /** How a line reserves its piece; absent: it holds what the shop has. */
    readonly reserve?: (header: Header, hold: HoldInstead) => PieceCommand;
    readonly post: (line: LineContext<Header, Line>) => PieceCommand;
    /** Reserves a posted line for its reversal; may be refused (the blocker). */
    readonly claim: (line: LineContext<Header, Line>) => PieceCommand;
    readonly releaseClaim: (claim: {
      readonly header: Header;
      readonly claimKey: string;
      readonly postedKey: string;
    }) => PieceCommand;
    /** Moves a claimed line back; the piece is held under `backKey` afterwards. */
    readonly giveBack: (line: LineContext<Header, Line>) => PieceCommand;
  };
