/** What a program made of a cell before it was sent (R150), as far as its text tells. Pure. */
import { MARK_WORDS } from './table.ts';

/** Errors of Excel, WPS and LibreOffice. */
const ERROR =
  /^(#(REF|N\/A|VALUE|DIV\/0|NAME|NUM|NULL|ERROR|SPILL|CALC|FIELD|BLOCKED|CONNECT|UNKNOWN|BUSY|GETTING_DATA|EXTERNAL)[!?]?|err:\d{3})$/i;
/** A column too narrow for its number or date, copied as it was shown. */
const ONLY_SHOWN = /^#{2,}$/;
const FORMULA = /^=./;
const POWER = /^[+-]?\d+(\.\d+)?e[+-]\d+$/i;
const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const DATE = new RegExp(
  String.raw`^(\d{1,2}月\d{1,2}日|\d{4}年\d{1,2}月(\d{1,2}日)?|\d{1,2}-(${MONTHS})(-\d{2,4})?|(${MONTHS})-\d{1,2}|(19|20)\d{2}[/-]\d{1,2}[/-]\d{1,2}( \d{1,2}:\d{2}(:\d{2})?)?)$`,
  'i',
);
/** `power` and `date` are damage to words alone: as numbers they say what they are. */
export type Damage = 'error' | 'shown' | 'formula' | 'power' | 'date';
const SIGNS: readonly (readonly [Damage, RegExp])[] = [
  ['error', ERROR],
  ['shown', ONLY_SHOWN],
  ['formula', FORMULA],
  ['power', POWER],
  ['date', DATE],
];
export const DAMAGE_WORDS: Readonly<Record<Damage, string>> = {
  error: '单元格公式有错误',
  shown: '只有显示用的“####”，不是真正的内容，请把列拉宽后重新复制',
  formula: MARK_WORDS.formula,
  power: '编号已变成科学计数法，后面的数字已丢失，请把该列设为文本后重新填写',
  date: MARK_WORDS.date,
};
/** null where the text may be what was written. */
export const damageIn = (written: string): Damage | null => {
  const text = written.normalize('NFKC').trim();
  return SIGNS.find(([, sign]) => sign.test(text))?.[0] ?? null;
};
