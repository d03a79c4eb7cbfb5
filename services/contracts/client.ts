/** Where a call comes from. */

/** Address and agent for the logs; the device as its cookie names it, unproved; `till`: the name that a shop gave it (R80). */
export type Client = {
  readonly ip: string;
  readonly userAgent: string;
  readonly device?: string;
  readonly till?: string;
  /** `https://house.example`: where the house was called, for answers that name whole addresses. */
  readonly origin?: string;
};
