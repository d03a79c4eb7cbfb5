/** What a shopper came for, and the page that opens after sign-in (S1§2.16). A leaf: the pages use it too. */

/** The purposes that GET /wx/get-auth-url takes. */
export const PURPOSES = ['bill', 'userinfo', 'giveaway'] as const;
export type Purpose = (typeof PURPOSES)[number];
/** Whoever has no customer record yet binds one first, whatever he came for. */
export const UNBOUND = 0;

const PAGES: Readonly<Record<string, string>> = { bill: '/wx/bill', giveaway: '/wx/giveaway' };
const CARD_PAGE = '/wx/userinfo';
/** `purpose` as the address bar says it: any other text opens the card. */
export const landingOf = (purpose: string, customerId: number): string =>
  customerId === UNBOUND ? CARD_PAGE : ((Object.hasOwn(PAGES, purpose) ? PAGES[purpose] : undefined) ?? CARD_PAGE);
