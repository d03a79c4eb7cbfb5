/** A barcode as it is kept and compared, however it was typed, scanned or pasted (R14): NFKC, trimmed, upper case. */
export const asBarcode = (text: string): string => text.normalize('NFKC').trim().toUpperCase();
