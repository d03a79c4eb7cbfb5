/** Which row of the board is a piece's price, for the till, the server and the look-up alike. Pure. */

/** A row in yuan per gram. */
const GRAM_UNIT = /^元\/(?:克|g)$/i;

type PricedRow = { readonly name: string; readonly goldContent: string; readonly measureUnit: string };
type WantedGold = { readonly name: string; readonly goldContent: string };

/** '999.0' and '999' are one content. */
const contentOf = (text: string): string => {
  const trimmed = text.trim();
  return /^\d+(?:\.\d+)?$/.test(trimmed) ? String(Number(trimmed)) : trimmed;
};
/** Rows in yuan per gram: the others price nothing. */
export const gramRows = <Row extends Pick<PricedRow, 'measureUnit'>>(rows: readonly Row[]): readonly Row[] =>
  rows.filter((row) => GRAM_UNIT.test(row.measureUnit.trim()));
/** What makes two rows the same quotation. */
export const quotationKey = ({ name, goldContent }: WantedGold): string => `${name.trim()} ${contentOf(goldContent)}`;

/**
 * The row of a fineness and content: both equal; else the same name without a content; else, for a piece whose content
 * nobody noted, the only row of that name. null: not quoted.
 */
export const matchedRow = <Row extends PricedRow>(rows: readonly Row[], wanted: WantedGold): Row | null => {
  const named = gramRows(rows).filter((row) => row.name.trim() === wanted.name.trim());
  const content = contentOf(wanted.goldContent);
  const exact = named.find((row) => contentOf(row.goldContent) === content);
  if (exact !== undefined) return exact;
  const general = named.find((row) => contentOf(row.goldContent) === '');
  if (general !== undefined) return general;
  return content === '' && named.length === 1 ? (named[0] ?? null) : null;
};
