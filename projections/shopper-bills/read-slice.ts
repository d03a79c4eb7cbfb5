/** What shoppers see of their own: what the registry joins. */
import type { ReadSlice } from '../platform/routes/read-slice.ts';
import queries from './query.ts';

export const shopperBillReads: ReadSlice = { queries };
