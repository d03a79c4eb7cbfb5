/** Copies of documents: their events. Each kind of document counts its own (services/documents/copies.ts). */
import { PRINTED_SCHEMA, PrintedEvent } from '../contracts/print-copies.ts';
import type { SliceModule } from '../platform/slice/slice.ts';
import { SHOWN_SQL } from './shown-papers.ts';

export const printingSlice: SliceModule = {
  events: [{ union: PrintedEvent, schema: PRINTED_SCHEMA }],
  migrations: [{ id: 'printing-001-shown', sql: SHOWN_SQL }],
  create: () => ({ name: 'printing', routes: [] }),
};
