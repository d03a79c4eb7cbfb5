/** Of which fields of a piece a damaged cell says nothing (R150). Pure. */
import { DAMAGE_WORDS, damageIn } from '../../platform/table-files/damage.ts';
import { MARK_WORDS, type CellMark } from '../../platform/table-files/table.ts';
import type { FieldKind } from '../fields.ts';

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
  const damage = damageIn(written);
  if (damage === null) return null;
  if ((damage === 'power' || damage === 'date') && !isWords(field)) return null;
  return damage === 'date' && mayBeDate(field) ? null : DAMAGE_WORDS[damage];
};
