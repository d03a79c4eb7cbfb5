/** What shoppers see of their own: what the registry joins. */
import type { ReadSlice } from '../platform/read-slice.ts';
import queries from './query.ts';

export const shopperBillReads: ReadSlice = { queries };
