/** 首页: what the registry joins. */
import type { ReadSlice } from '../platform/read-slice.ts';
import queries from './query.ts';

export const dashboardReads: ReadSlice = { queries };
