/** Where a call comes from. */

/** What a shopper's browser brought (R159), unproved: its session, the secret that its sign-in is bound to, the page that sent it. */
export type ShopperMarks = { readonly session?: string; readonly browser?: string; readonly page?: string };

/** Address and agent for the logs; the device as its cookie names it, unproved; `till`: the name that a shop gave it (R80). */
export type Client = {
  readonly ip: string;
  readonly userAgent: string;
  readonly device?: string;
  readonly till?: string;
  /** `https://house.example`: where the house was called, for answers that name whole addresses. */
  readonly origin?: string;
  /** Asked by this machine for itself, no proxy in between. */
  readonly isLocal?: true;
  readonly shopper?: ShopperMarks;
};
