/** Rows of one's own that the generator wrote before 0.2 find their type here. */
export type { MasterRow } from './rows/master.ts';
