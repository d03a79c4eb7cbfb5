/** What a program made of a cell before it was sent (R150): errors, codes as powers of ten, dates, what was only shown. Pure. */
import { MARK_WORDS, type CellMark } from '../../platform/table-files/table.ts';
import type { FieldKind } from '../fields.ts';

/** Errors of Excel, WPS and LibreOffice. */
const ERROR =
  /^(#(REF|N\/A|VALUE|DIV\/0|NAME|NUM|NULL|ERROR|SPILL|CALC|FIELD|BLOCKED|CONNECT|UNKNOWN|BUSY|GETTING_DATA|EXTERNAL)[!?]?|err:\d{3})$/i;
/** A column too narrow for its number or date, copied as it was shown. */
const ONLY_SHOWN = /^#{2,}$/;
const POWER = /^[+-]?\d+(\.\d+)?e[+-]\d+$/i;
const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const DATE = new RegExp(
  String.raw`^(\d{1,2}月\d{1,2}日|\d{4}年\d{1,2}月(\d{1,2}日)?|\d{1,2}-(${MONTHS})(-\d{2,4})?|(${MONTHS})-\d{1,2}|(19|20)\d{2}[/-]\d{1,2}[/-]\d{1,2}( \d{1,2}:\d{2}(:\d{2})?)?)$`,
  'i',
);
type Field = { readonly wire: string; readonly kind: FieldKind };
const isWords = ({ kind }: Field): boolean => kind === 'text' || kind === 'choice';
/** A remark may name a day. */
const mayBeDate = ({ wire }: Field): boolean => wire === 'remark';

/** Of which fields a mark says that the value is none. */
const APPLIES: Readonly<Record<CellMark, (field: Field) => boolean>> = {
  formula: () => true,
  date: (field) => !mayBeDate(field),
  percent: ({ kind, wire }) => kind !== 'ratio' && wire !== 'remark',
  foreign: ({ kind }) => kind === 'yuan',
  merged: ({ kind }) => kind === 'grams' || kind === 'carats' || kind === 'count',
  comma: (field) => !isWords(field),
};
export const whyMarked = (mark: CellMark | undefined, field: Field): string | null =>
  mark !== undefined && APPLIES[mark](field) ? MARK_WORDS[mark] : null;

/** Why the text is not what was written; null where it may be. */
export const whyDamaged = (written: string, field: Field): string | null => {
  const text = written.normalize('NFKC').trim();
  if (ERROR.test(text)) return '单元格公式有错误';
  if (ONLY_SHOWN.test(text)) return '只有显示用的“####”，不是真正的内容，请把列拉宽后重新复制';
  if (!isWords(field)) return null;
  if (POWER.test(text)) return '编号已变成科学计数法，后面的数字已丢失，请把该列设为文本后重新填写';
  return DATE.test(text) && !mayBeDate(field) ? MARK_WORDS.date : null;
};
