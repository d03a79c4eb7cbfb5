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
export const blank = ({ factNum, scanNum, remark }: SetLine): boolean =>
  factNum === 0 && (scanNum ?? 0) === 0 && (remark ?? '') === '';
