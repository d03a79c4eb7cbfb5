/** How a customer who was erased (R67) is known. */
import type { MasterRow } from '../../platform/master.ts';

/** A telephone is never empty otherwise, but for 散客. */
export const isErased = (row: MasterRow): boolean => row['mobile'] === '' && row['walk_in'] !== true;
