/** What a scanner sends around a code, and the code itself. */

/** Signs that nobody sees: control signs but those that end a line, GS among them, joiners, marks of direction, BOM. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNSEEN = /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\p{Cf}]/gu;
/** Which symbology it was (`]C1`), and which character set (`\000026`): they stand in front, in any order, more than once. */
const IN_FRONT = /^(?:\s|\][A-Z][0-9A-Z]|\\[0-9]{6})+/;

/**
 * A code as it is kept and compared, however it was typed, scanned or pasted (R14, R149): NFKC, without what scanners
 * put around it, trimmed, upper case.
 */
export const asBarcode = (text: string): string =>
  text.replace(UNSEEN, '').normalize('NFKC').replace(UNSEEN, '').toUpperCase().replace(IN_FRONT, '').trim();
