/** Copies of documents: their events. Each kind of document counts its own (services/documents/copies.ts). */
import { PRINTED_SCHEMA, PrintedEvent } from '../contracts/printed.ts';
import type { SliceModule } from '../platform/slice.ts';

export const printingSlice: SliceModule = {
  events: [{ union: PrintedEvent, schema: PRINTED_SCHEMA }],
  create: () => ({ name: 'printing', routes: [] }),
};
