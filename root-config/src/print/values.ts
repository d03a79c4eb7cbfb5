/** Fields of the printed data in the texts of a layout. Pure. */
import { isBlank, writtenValue } from 'services/contracts/print-fields';

/** Values by wire name; a list is a table's rows. */
export type PrintData = Readonly<Record<string, unknown>>;

/** A field with the unit that stands right behind it: an empty field takes it along. */
const MEASURED = /\{\{\s*([A-Za-z_]\w*)\s*\}\}(ct|克拉|元\/g|元\/克|g|克)?/g;
const PLACEHOLDER = /\{\{\s*([A-Za-z_]\w*)\s*\}\}/g;
/** Names of the fields in a text. */
export const fieldsIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, field]) => field ?? '');
export const valueIn = (data: PrintData, field: string): unknown =>
  Object.hasOwn(data, field) ? data[field] : undefined;
export const blankIn = (data: PrintData, field: string): boolean => isBlank(valueIn(data, field), field);
const isEmptyPart = (part: string, data: PrintData): boolean => {
  const fields = fieldsIn(part);
  return fields.length > 0 && fields.every((field) => blankIn(data, field));
};

/** No 「圈口：」 on a necklace: a part whose fields are all empty falls away. Two spaces part a text. */
export const filledText = (text: string, data: PrintData): string =>
  text
    .split(/ {2,}/)
    .filter((part) => !isEmptyPart(part, data))
    .join('\u3000')
    .replace(MEASURED, (_, field: string, unit = '') => {
      const value = writtenValue(valueIn(data, field), field, { unit: '' });
      return value === '' ? '' : `${value}${unit as string}`;
    });
