/** What other slices may ask of a piece. */
import type { z } from 'zod';
import type { Holder, InspectionResult, MovementDocument, ReturnGoesTo } from './events.ts';

/** How a piece leaves the chain. */
export type DepartureWay = 'sale' | 'supplier-return' | 'write-off';

/** Who sends a piece where: the commands other slices may give to a piece, through {@link Pieces}. */
export type PieceCommand =
  | {
      readonly type: 'HoldGoods';
      readonly key: string;
      /** A hold of the same document that this one stands in for: what it keeps in that shop counts as free. */
      readonly replaces?: string;
      /** See `GoodsHeld`. */
      readonly cause?: string;
      readonly backOf?: number;
      /** What inspections hold with this result is taken over first. */
      readonly takesOver?: InspectionResult;
      /** What waits for inspection since it was brought back under that key is taken over. */
      readonly takesReturn?: string;
      readonly shopId: number;
      readonly quantity: number;
      readonly holder: Holder;
    }
  | { readonly type: 'ReleaseGoods'; readonly key: string }
  /** Lets a claim on what was posted under `postedKey` go: on a departure, or by a hold where it lies. */
  | { readonly type: 'ReleaseClaim'; readonly claimKey: string; readonly postedKey: string }
  | {
      readonly type: 'TransferGoods';
      readonly key: string;
      readonly document: MovementDocument;
      readonly toShopId: number;
      readonly outPriceFen: number;
      readonly inPriceFen: number;
      readonly rowId: number;
    }
  | {
      readonly type: 'ReverseTransfer';
      readonly claimKey: string;
      readonly holdKey: string;
      readonly document: MovementDocument;
      readonly fromShopId: number;
      readonly toShopId: number;
      readonly quantity: number;
      readonly outPriceFen: number;
      readonly inPriceFen: number;
      readonly rowId: number;
      readonly holder: Holder;
    }
  | {
      readonly type: 'SellGoods';
      readonly key: string;
      readonly document: MovementDocument;
      readonly amountFen: number;
      readonly soldWeightMg: number;
    }
  | {
      readonly type: 'ReturnToSupplier';
      readonly key: string;
      readonly document: MovementDocument;
      readonly supplierId: number | null;
      readonly returnPriceFen: number;
    }
  | WriteOffCommand
  | DepartureCommand
  | CustomerReturnCommand
  /** Its label was printed: silent where it needed none. */
  | { readonly type: 'RenewLabel' }
  | FindCommand
  | InspectionCommand;

type WriteOffCommand = {
  readonly type: 'WriteOffGoods';
  readonly key: string;
  readonly document: MovementDocument;
  readonly reason: string;
};
/** What left the chain under `postedKey` is claimed for its reversal, and comes back under `holdKey`. */
type DepartureCommand =
  | {
      readonly type: 'ClaimDeparture';
      readonly way: DepartureWay;
      readonly claimKey: string;
      readonly postedKey: string;
      readonly holder: Holder;
      /** Of a sale: so many are claimed for a customer's return. */
      readonly returns?: number;
      /** So many had others brought back, or claimed, when the shares of the return were computed; absent: not asked. */
      readonly broughtBefore?: number;
      /** A claim for a return of the same document that this one stands in for. */
      readonly replaces?: string;
    }
  | {
      readonly type: 'ReverseDeparture';
      readonly way: DepartureWay;
      readonly claimKey: string;
      readonly postedKey: string;
      readonly holdKey: string;
      readonly document: MovementDocument;
      readonly holder: Holder;
    };
/** What was sold is claimed by `ClaimDeparture` and comes to a shop; there it is claimed for its reversal. */
type CustomerReturnCommand =
  | {
      readonly type: 'ReturnFromCustomer';
      readonly key: string;
      readonly saleKey: string;
      readonly document: MovementDocument;
      readonly shopId: number;
      readonly refundFen: number;
      /** Stock row where the shop never had one. */
      readonly rowId: number;
      /** Absent: on the shelf. */
      readonly goesTo?: z.infer<typeof ReturnGoesTo>;
      /** Gold that was cut off (negative) or added when it was sold, and what the piece cost with that. */
      readonly cut?: { readonly byMg: number; readonly unitCostFen: number };
    }
  | {
      readonly type: 'ClaimCustomerReturn';
      readonly claimKey: string;
      readonly returnedKey: string;
      readonly holder: Holder;
    }
  | {
      readonly type: 'ReverseCustomerReturn';
      readonly claimKey: string;
      readonly returnedKey: string;
      readonly holdKey: string;
      readonly document: MovementDocument;
      readonly holder: Holder;
    };
/** An expectation is let go by `ReleaseGoods`, and a posted find is claimed by `HoldGoods`, as holds are. */
type FindCommand =
  | {
      readonly type: 'ExpectFind';
      readonly key: string;
      readonly shopId: number;
      readonly quantity: number;
      readonly holder: Holder;
      readonly cause?: string;
    }
  | { readonly type: 'PostFind'; readonly key: string; readonly document: MovementDocument; readonly reason: string }
  | {
      readonly type: 'ReverseFind';
      readonly claimKey: string;
      readonly foundKey: string;
      readonly holdKey: string;
      readonly document: MovementDocument;
      readonly holder: Holder;
    };
export type PieceCommandOf<Type extends PieceCommand['type']> = Extract<PieceCommand, { type: Type }>;

/** What is inspected is held first, and claimed for its reversal where it lies. */
type InspectionCommand =
  | {
      readonly type: 'InspectGoods';
      readonly key: string;
      readonly document: MovementDocument;
      readonly result: InspectionResult;
      readonly note: string;
      /** They become old material with the result. */
      readonly melts?: true;
      /** Who has the pieces from then on where they did not pass, under the hold `key`. */
      readonly handTo?: { readonly key: string; readonly holder: Holder };
    }
  | {
      readonly type: 'ClaimInspection';
      readonly claimKey: string;
      readonly inspectedKey: string;
      readonly holder: Holder;
    }
  | {
      readonly type: 'ReverseInspection';
      readonly claimKey: string;
      readonly inspectedKey: string;
      readonly holdKey: string;
      readonly document: MovementDocument;
      readonly holder: Holder;
    };
