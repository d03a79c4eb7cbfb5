/**
 * Automatic barcodes (R14): 12 digits = year, seven digits of sequence, check digit. Digits only, so that an input
 * method cannot eat the scanner's keys; the check digit tells a mistyped one from an unknown one.
 */

/** Damm's table: catches every single wrong digit and every swap of two neighbours. */
const TABLE = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
];
const MAX_SEQUENCE = 9_999_999;

const damm = (digits: string): string => {
  let interim = '0';
  for (const digit of digits) interim = TABLE[Number(interim)]?.[Number(digit)] ?? '0';
  return interim;
};

/**
 * The barcode of the n-th piece of a year.
 * @throws {RangeError} when the year's ten million numbers are used up (a fault: no chain labels so many pieces).
 */
export const automaticBarcode = (year: number, sequence: number): string => {
  if (!Number.isInteger(sequence) || sequence < 1 || sequence > MAX_SEQUENCE) {
    throw new RangeError(`barcode sequence ${sequence} of ${year} is out of range`);
  }
  const digits = `${year}${String(sequence).padStart(7, '0')}`;
  return `${digits}${damm(digits)}`;
};
/** What sorts behind every code of the year up to that number, and before the next one's. */
export const automaticEnd = (year: number, sequence: number): string =>
  `${year}${String(Math.min(sequence, MAX_SEQUENCE)).padStart(7, '0')}9`;
/** Whether a text has the form of an automatic barcode (a year of this century in front), right or mistyped. */
export const looksAutomatic = (barcode: string): boolean => /^20\d{10}$/.test(barcode);
/** Whether the check digit fits. */
export const checkDigitFits = (barcode: string): boolean => damm(barcode) === '0';
/** The sequence number inside an automatic barcode. */
export const sequenceOf = (barcode: string): number => Number(barcode.slice(4, 11));
