/** How wide words are in the type of the tables, and which of them are names that are read in every row. Pure. */
export const WIDE_LETTER = 14;
const NARROW_LETTER = 8.3;
/** Bullets of a mask are drawn as wide as a word. */
const WIDE = /[\u2022\u2e80-\uffef]/;
/** px that a text takes in the type of the tables, rather a little too many. */
export const textWidth = (text: string): number => {
  let width = 0;
  for (const letter of text) width += WIDE.test(letter) ? WIDE_LETTER : NARROW_LETTER;
  return Math.ceil(width);
};

const NAMES = /^(?:name|goodsName)$/;
export const isNameOfGoods = (field: string, kind: string): boolean => kind === 'text' && NAMES.test(field);
