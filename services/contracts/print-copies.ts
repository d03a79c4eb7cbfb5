/**
 * Copies of documents on paper: who printed which, when, and how (R53, R98). They lie in a stream beside the document's:
 * printing changes no document, so nobody who has one open is told that it changed.
 */
import { z } from 'zod';
import { Ids } from './envelope.ts';
import { storedName, storedWhole } from './values.ts';

/** `service`: the shop's print service; `browser`: the browser's own print page. */
export const PrintWay = z.enum(['service', 'browser'], { error: '打印方式不正确' });
export type PrintWay = z.infer<typeof PrintWay>;
export const PRINT_WAYS = PrintWay.options;
export const PRINT_WAY_WORDS: Readonly<Record<PrintWay, string>> = { service: '打印服务', browser: '在线打印' };

export const PRINTED_SCHEMA = 1;
export const PRINTED_EVENT = 'DocumentPrinted';
export const PrintedEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(PRINTED_EVENT),
    data: z.object({
      /** Kind of print template: what was printed. */
      kind: storedName(),
      /** Its number on the wire; of a repair that of a line, so it is called no id, which would lift the sequence (R40). */
      record: storedWhole('id'),
      /** Counted from 1. */
      copy: storedWhole('index'),
      way: PrintWay,
    }),
  }),
]);
export type PrintedEvent = z.infer<typeof PrintedEvent>;
export const printedStream = (kind: string, record: number): string => `printed-${kind}-${record}`;

/** Body of POST <document>/printed. */
export const PrintedBody = z.object({ ids: Ids.shape.ids, kind: PrintWay });
/** Which copy each of them is. */
export const PrintedCopies = z.array(z.object({ id: z.int(), copy: z.int() }));
export type PrintedCopies = z.infer<typeof PrintedCopies>;

/** What stands on a copy that is not the first; '' on the first. */
export const copyInWords = (copy: number): string => (copy > 1 ? `补打（第${copy}份）` : '');
