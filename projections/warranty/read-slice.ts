/** What the house knows of papers: what the registry joins. */
import type { ReadSlice } from '../platform/routes/read-slice.ts';
import queries from './query.ts';

export const warrantyReads: ReadSlice = { queries };
