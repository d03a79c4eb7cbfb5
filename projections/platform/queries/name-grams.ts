/** Search by pieces of a name: a GIN index over 1- and 2-character pieces finds two-character Chinese terms. */
import { sql, type FragmentSqlToken } from 'slonik';
import { likePattern } from 'services/platform/base/text-search';

/** Case and width folded: what a row stores beside its name, so that no search folds it again. */
export const foldedName = (text: string): string => text.normalize('NFKC').toLowerCase();
const normal = (text: string): string => foldedName(text).trim();
const piecesOf = (text: string, sizes: readonly number[]): string[] => {
  // One string for each character, also for those outside the first plane.
  const characters = Array.from(normal(text));
  const pieces = new Set<string>();
  for (const size of sizes) {
    for (let at = 0; at + size <= characters.length; at += 1) {
      let piece = characters[at]!;
      for (let next = at + 1; next < at + size; next += 1) piece += characters[next]!;
      pieces.add(piece);
    }
  }
  return [...pieces];
};

/** What a row stores: every piece of one and two characters, once. */
export const nameGrams = (text: string): string[] => piecesOf(text, [1, 2]);

/** The same rows as {@link gramsMatch}, without its index: for walking another one where matches are plenty. */
export const foldedMatch = (folded: FragmentSqlToken, term: string): FragmentSqlToken =>
  sql.fragment`${folded} LIKE ${likePattern(normal(term))}`;

/** `folded` ({@link foldedName}) contains `term`: the index narrows, LIKE rechecks terms longer than a piece. */
export const gramsMatch = (grams: FragmentSqlToken, folded: FragmentSqlToken, term: string): FragmentSqlToken => {
  const length = Array.from(normal(term)).length;
  if (length === 0) return sql.fragment`true`;
  const pieces = piecesOf(term, [Math.min(length, 2)]);
  const narrowed = sql.fragment`${grams} @> ${sql.array(pieces, 'text')}`;
  if (length <= 2) return narrowed;
  return sql.fragment`(${narrowed} AND ${foldedMatch(folded, term)})`;
};
