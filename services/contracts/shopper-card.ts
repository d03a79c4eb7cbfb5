/** Codes of a shopper's card page as a scanner hands them over: one binds whoever is bound to nobody, one proves whoever is. A leaf: the screens use it too. */

/** Twelve letters and digits, without those that are read as others. */
const SIGNS = '[A-HJKMNP-Z2-9]{12}';
const BINDS = new RegExp(`^BD${SIGNS}$`);
const PROVES = new RegExp(`^MP${SIGNS}$`);
/** R160. */
export const isBindingCard = (text: string): boolean => BINDS.test(text);
/** R136. */
export const isProofCard = (text: string): boolean => PROVES.test(text);
