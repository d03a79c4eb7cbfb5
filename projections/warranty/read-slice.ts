/** What the house knows of papers: what the registry joins. */
import type { ReadSlice } from '../platform/read-slice.ts';
import queries from './query.ts';

export const warrantyReads: ReadSlice = { queries };
