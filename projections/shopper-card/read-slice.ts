/** What shoppers see of themselves beside their bills: what the registry joins. */
import type { ReadSlice } from '../platform/read-slice.ts';
import queries from './query.ts';

export const shopperCardReads: ReadSlice = { queries };
