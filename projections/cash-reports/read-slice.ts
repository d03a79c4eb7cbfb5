/** 大额现金: what the registry joins. */
import type { ReadSlice } from '../platform/routes/read-slice.ts';
import queries from './query.ts';

export const cashReportReads: ReadSlice = { queries };
