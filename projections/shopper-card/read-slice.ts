/** What shoppers see of themselves beside their bills: what the registry joins. */
import type { ReadSlice } from '../platform/routes/read-slice.ts';
import queries from './query.ts';

export const shopperCardReads: ReadSlice = { queries };
