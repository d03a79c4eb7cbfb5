/** What stands for an openId where people read: eight signs from which it cannot be told; '' for none. */
import { createHash } from 'node:crypto';

const LENGTH = 8;
export const markOf = (openId: string): string =>
  openId === '' ? '' : createHash('sha256').update(`shopper-mark/${openId}`).digest('hex').slice(0, LENGTH);
