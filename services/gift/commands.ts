/** What may be done to the stock of a gift. */
import type { Holder, MovementDocument } from '../goods/contract.ts';
import type { GiftAttributes } from './events.ts';

type Back = {
  readonly claimKey: string;
  readonly holdKey: string;
  readonly document: MovementDocument;
  readonly holder: Holder;
};
export type GiftMove =
  | {
      readonly type: 'HoldGift';
      readonly key: string;
      readonly quantity: number;
      readonly holder: Holder;
      readonly replaces?: string;
    }
  | {
      readonly type: 'ExpectGift';
      readonly key: string;
      readonly quantity: number;
      readonly costFen: number;
      readonly holder: Holder;
    }
  | { readonly type: 'ReleaseGift'; readonly key: string }
  | {
      readonly type: 'ReceiveGift';
      readonly key: string;
      readonly document: MovementDocument;
      readonly gift: GiftAttributes;
    }
  | ({ readonly type: 'ReverseGiftReceipt'; readonly receivedKey: string } & Back)
  | { readonly type: 'IssueGift'; readonly key: string; readonly document: MovementDocument }
  | { readonly type: 'ClaimGiftIssue'; readonly claimKey: string; readonly issuedKey: string; readonly holder: Holder }
  | ({ readonly type: 'ReverseGiftIssue'; readonly issuedKey: string } & Back);
/** Commands do not name the gift: the stream does. */
export type AtGift = { readonly shopId: number; readonly barcode: string };
export type GiftCommand = GiftMove & AtGift;
