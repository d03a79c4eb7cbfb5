/** How much room the actions of rows have, and which of a row stand in it. Pure. */
const INLINE = 4;
/** px of 更多, and beside the words of a cell. */
const MORE = 46;
const AROUND = 16;
const LEAST = 72;
type LabelledAction = { readonly label: string };
const wordsWidth = (actions: readonly LabelledAction[]): number =>
  actions.reduce((sum, { label }) => sum + label.length * 14 + 14, AROUND);
/** px for the words of these; up to four stand beside each other, the others behind 更多. */
export const widthFor = (usable: readonly LabelledAction[]): number => {
  const width = usable.length > INLINE ? wordsWidth(usable.slice(0, INLINE - 1)) + MORE : wordsWidth(usable);
  return Math.max(LEAST, width);
};
/** How many of a row's actions stand in that room; which ones a row has differs from row to row. Pure. */
export const inlineIn = (width: number, usable: readonly LabelledAction[]): number => {
  if (usable.length <= INLINE && wordsWidth(usable) <= width) return usable.length;
  for (let count = Math.min(INLINE, usable.length) - 1; count > 1; count -= 1) {
    if (wordsWidth(usable.slice(0, count)) + MORE <= width) return count;
  }
  return 1;
};
