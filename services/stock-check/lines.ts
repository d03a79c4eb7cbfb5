/** The lines of the form: which of them a check keeps, and how many go into one append. */
import type { CheckBody } from './contract.ts';
import type { SetLine } from './decider.ts';

/** Lines per append: with remarks of 200 characters an append stays below the store's limit. */
const CHUNK = 100;
export const chunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) =>
    items.slice(index * CHUNK, (index + 1) * CHUNK),
  );
/** One key writes many chunks: the tag tells them apart, the same in every try. */
export const chunkTag = (index: number): string => `SetLines/${index}`;

/** Lines that say something: counted, scanned or remarked. */
export const toldLines = (body: CheckBody): SetLine[] => {
  const byBarcode = new Map(
    body.bizGoodsList.map(({ barcode, factNum, scanNum, remark }): [string, SetLine] => [
      barcode,
      { barcode, factNum, scanNum, remark: remark ?? null },
    ]),
  );
  return [...byBarcode.values()];
};
/**
 * A form that does not say which revision it saw takes no scans back (R153): a line that it saw with fewer scans than there
 * are keeps what is counted and scanned; its remark is taken.
 */
export const withoutLoss = (
  line: SetLine,
  stored: { readonly factNum: number; readonly scanNum: number } | undefined,
) => (stored !== undefined && line.scanNum !== null && line.scanNum < stored.scanNum ? { ...line, ...stored } : line);
export const blank = ({ factNum, scanNum, remark }: SetLine): boolean =>
  factNum === 0 && (scanNum ?? 0) === 0 && (remark ?? '') === '';
