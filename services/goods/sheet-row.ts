/** A row of goods keyed by wire names, before the receipt's own schema reads it (import, batch entry). */
import { z } from 'zod';
import { IMPORT_FIELDS } from './import/contract.ts';

/** What no field is called by is dropped at the door; a value is judged later, with its row and column. */
export const SheetRow = z.object(Object.fromEntries(IMPORT_FIELDS.map(({ wire }) => [wire, z.unknown().optional()])));
