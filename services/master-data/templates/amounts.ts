/** Templates of slips on which no amount is a field (R148): what is written there by hand is not what the house knows. */
import type { ExceptionDesk, ExceptionNote } from '../../contracts/exception.ts';
import { readLayout, type PrintElement } from '../../contracts/print-layout.ts';
import { PRINTED_KINDS } from '../../contracts/printed-kinds.ts';
import type { Actor } from '../../contracts/route.ts';
import type { MasterRow } from '../../platform/rows/master.ts';
import type { RowChange } from '../resource.ts';

/** Amounts of the whole slip, in figures or words; none of kinds that tell no money but cost. */
const amountsOf = (kind: string): ReadonlySet<string> => {
  const groups = PRINTED_KINDS.get(kind)?.offers?.groups ?? [];
  const fields = groups.filter(({ cost }) => cost !== true).flatMap((group) => group.fields);
  const figures = fields.filter(([, , format]) => format === 'money');
  const words = figures.length === 0 ? [] : fields.filter(([name]) => name.endsWith('Words'));
  return new Set([...figures, ...words].map(([name]) => name));
};

const IN_TEXT = /\{\{(\w+)\}\}/g;
const fieldsOf = (element: PrintElement): readonly string[] => {
  switch (element.type) {
    case 'field':
      return [element.field];
    case 'text':
    case 'qr':
      return [...element.text.matchAll(IN_TEXT)].map(([, name = '']) => name);
    case 'barcode':
    case 'image':
    case 'line':
    case 'table':
      return [];
  }
};
/** It is drawn, of a kind that tells what is paid, and shows none of it as a field that is printed. */
export const lacksAmounts = (kind: string, template: string): boolean => {
  const amounts = amountsOf(kind);
  const layout = amounts.size === 0 ? null : readLayout(template);
  if (layout === null) return false;
  const shown = layout.elements.filter(({ show }) => show !== 'never').flatMap(fieldsOf);
  return !shown.some((name) => amounts.has(name));
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const lacks = (row: MasterRow | null): boolean =>
  row !== null && lacksAmounts(textOf(row['kind']), textOf(row['template']));
/** Once for a template that came to lack them. */
const amountsNote = ({ before, after }: RowChange): ExceptionNote | null => {
  if (after === null || !lacks(after) || lacks(before)) return null;
  const kind = PRINTED_KINDS.get(textOf(after['kind']))?.title ?? '';
  return {
    kind: 'paper-without-amounts',
    shopId: null,
    what: `打印模板“${textOf(after['name'])}”（${kind}）上没有金额字段，纸上的金额不是系统打印的`,
  };
};
export const noteAmounts = async (exceptions: ExceptionDesk, change: RowChange, by: Actor): Promise<void> => {
  const note = amountsNote(change);
  if (note !== null) await exceptions.note(note, by);
};
