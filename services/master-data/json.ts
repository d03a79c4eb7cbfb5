/** JSON that a designer or a setting keeps: as text, or as the value itself. */
import { z } from 'zod';
import { LISTS, TEXTS, rawText } from '../contracts/values.ts';

/** JSON as text, at most `max` UTF-16 units. */
export const jsonText = (max: number, long: string) => rawText(max, { long });
/** What lies inside is judged by the schema of what is kept; its length is that of its text. */
export const Json = z.record(rawText(TEXTS.filter), z.unknown());
export const JsonList = z.array(z.unknown()).max(LISTS.documentLines);
