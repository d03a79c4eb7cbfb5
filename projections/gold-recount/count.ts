/**
 * The gold of the house counted from the events alone, stream after stream: what each thing weighs where, and what documents say
 * otherwise than the shelves felt. Pure; memory grows with shops, finenesses and differences, not with the log.
 */
import type { Recorded } from 'services/event-store/port';
import goldMoves, { foldGoldMoves, type GoldRow } from '../gold/projector.ts';
import { INSIDE } from '../gold/contract.ts';
import oldMaterialMoves, { materialMove } from '../old-material/moves.ts';

/** Whole mg. */
type Mg = bigint;
/** A piece in a shop, or a lot. */
export type Thing = {
  readonly kind: 'piece' | 'lot';
  /** Barcode, or the lot's number without its letters. */
  readonly name: string;
  readonly shopId: number;
  readonly fineness: string;
  readonly mg: Mg;
  /** The newest last. */
  readonly documents: readonly string[];
};
export type Disagreement = {
  readonly shopId: number;
  readonly fineness: string;
  readonly document: string;
  readonly thing: string;
};
export type Scope = { readonly shops: readonly number[] | null; readonly fineness: string };
export const EVERYWHERE: Scope = { shops: null, fineness: '' };
export type CountResult = {
  readonly things: readonly Thing[];
  /** Streams that no fold could take, by what they are called. */
  readonly unread: readonly string[];
};

/** Of a thing's documents these are named. */
const MOST_DOCUMENTS = 5;
const RECOUNTED = [...new Set([...goldMoves.events, ...oldMaterialMoves.events])];
export const RECOUNT_EVENTS: readonly string[] = RECOUNTED;

const isMaterial = ({ type }: Recorded): boolean => oldMaterialMoves.events.includes(type);
type MaterialMove = ReturnType<typeof materialMove>;
/** What came to the house with a lot or left it, or a count found more or less; between shelves nothing does. */
const ENTERS = /^(销售回收|独立回收|回料|旧料盘亏|旧料盘盈)/;
const isOutside = ({ bill_type: billType, document_no: document }: MaterialMove): boolean =>
  ENTERS.test(billType) || (billType.startsWith('旧料出库') && document.startsWith('JC'));

type Move = {
  readonly thing: string;
  readonly kind: Thing['kind'];
  readonly shopId: number;
  readonly fineness: string;
  readonly document: string;
  readonly said: Mg;
  readonly felt: Mg;
};
const ofPiece = (row: GoldRow): Move => ({
  thing: row.barcode,
  kind: 'piece',
  shopId: row.shop_id ?? 0,
  fineness: row.fineness,
  document: row.document_no,
  said: row.flow === INSIDE ? 0n : BigInt(row.weight_mg),
  felt: BigInt(row.stock_mg),
});
const ofLot = (move: MaterialMove): Move => ({
  thing: String(move.lot_id),
  kind: 'lot',
  shopId: move.shop_id,
  fineness: move.fineness,
  document: move.document_no,
  said: isOutside(move) ? BigInt(move.weight_mg) : 0n,
  felt: BigInt(move.weight_mg),
});
const movesOf = (events: readonly Recorded[]): readonly Move[] => {
  if (events.some(isMaterial)) return events.filter(isMaterial).map((event) => ofLot(materialMove(event)));
  const rows = events.reduce<readonly GoldRow[]>(foldGoldMoves, []);
  return rows.filter(({ kind }) => kind === 'move').map(ofPiece);
};

const inScope = ({ shops, fineness }: Scope, move: Move): boolean =>
  (shops === null || shops.includes(move.shopId)) && (fineness === '' || fineness === move.fineness);
const thingsOf = (moves: readonly Move[]): readonly Thing[] =>
  [...Map.groupBy(moves, ({ thing, shopId, fineness }) => `${thing}/${shopId}/${fineness}`).values()].flatMap((of) => {
    const [first] = of;
    if (first === undefined) return [];
    const { kind, thing: name, shopId, fineness } = first;
    const documents = [...new Set(of.map(({ document }) => document))].slice(-MOST_DOCUMENTS);
    return [{ kind, name, shopId, fineness, documents, mg: of.reduce((sum, { felt }) => sum + felt, 0n) }];
  });

/** Adds up streams as they end; {@link Recount.apart} is known when all have. */
export class Recount {
  readonly #scope: Scope;
  /** Documents that say another weight than the shelves felt, until another stream makes up for it. */
  readonly #apart = new Map<string, Disagreement & { readonly mg: Mg }>();
  #stream: string | undefined;
  #events: Recorded[] = [];

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** What ended with these events, which are those that follow in the order of streams. */
  add(events: readonly Recorded[]): CountResult {
    const things: Thing[] = [];
    const unread: string[] = [];
    for (const event of events) {
      if (event.stream !== this.#stream) this.#finish(things, unread);
      this.#stream = event.stream;
      this.#events.push(event);
    }
    return { things, unread };
  }

  /** What ended with the log. */
  end(): CountResult {
    const things: Thing[] = [];
    const unread: string[] = [];
    this.#finish(things, unread);
    return { things, unread };
  }

  /** Documents that disagree with what they did, with how much. */
  get apart(): readonly (Disagreement & { readonly mg: Mg })[] {
    return [...this.#apart.values()];
  }

  #finish(things: Thing[], unread: string[]): void {
    const [events, stream] = [this.#events, this.#stream];
    this.#events = [];
    if (events.length === 0 || stream === undefined) return;
    try {
      const moves = movesOf(events).filter((move) => inScope(this.#scope, move));
      things.push(...thingsOf(moves));
      for (const move of moves) if (move.said !== move.felt) this.#tell(move);
    } catch {
      unread.push(stream);
    }
  }

  #tell({ shopId, fineness, document, thing, kind, said, felt }: Move): void {
    const key = `${document}/${shopId}/${fineness}`;
    const before = this.#apart.get(key);
    const mg = (before?.mg ?? 0n) + said - felt;
    if (mg === 0n) this.#apart.delete(key);
    else
      this.#apart.set(key, {
        shopId,
        fineness,
        document,
        thing: before?.thing ?? (kind === 'lot' ? `JL${thing}` : thing),
        mg,
      });
  }
}
