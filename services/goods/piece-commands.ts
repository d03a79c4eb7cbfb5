/** What other slices may ask of a piece. */
import type { Holder, MovementDocument } from './events.ts';

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
      readonly shopId: number;
      readonly quantity: number;
      readonly holder: Holder;
    }
  | { readonly type: 'ReleaseGoods'; readonly key: string }
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
  | { readonly type: 'ClaimSale'; readonly claimKey: string; readonly saleKey: string; readonly holder: Holder }
  | { readonly type: 'ReleaseSaleClaim'; readonly claimKey: string; readonly saleKey: string }
  | {
      readonly type: 'ReverseSale';
      readonly claimKey: string;
      readonly saleKey: string;
      readonly holdKey: string;
      readonly document: MovementDocument;
      readonly holder: Holder;
    }
  | {
      readonly type: 'ReturnToSupplier';
      readonly key: string;
      readonly document: MovementDocument;
      readonly supplierId: number | null;
      readonly returnPriceFen: number;
    }
  | {
      readonly type: 'ClaimSupplierReturn';
      readonly claimKey: string;
      readonly returnKey: string;
      readonly holder: Holder;
    }
  | { readonly type: 'ReleaseSupplierReturnClaim'; readonly claimKey: string; readonly returnKey: string }
  | {
      readonly type: 'ReverseSupplierReturn';
      readonly claimKey: string;
      readonly returnKey: string;
      readonly holdKey: string;
      readonly document: MovementDocument;
      readonly holder: Holder;
    }
  | WriteOffCommand
  | FindCommand;

type WriteOffCommand =
  | {
      readonly type: 'WriteOffGoods';
      readonly key: string;
      readonly document: MovementDocument;
      readonly reason: string;
    }
  | { readonly type: 'ClaimWriteOff'; readonly claimKey: string; readonly writeOffKey: string; readonly holder: Holder }
  | { readonly type: 'ReleaseWriteOffClaim'; readonly claimKey: string; readonly writeOffKey: string }
  | {
      readonly type: 'ReverseWriteOff';
      readonly claimKey: string;
      readonly writeOffKey: string;
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
