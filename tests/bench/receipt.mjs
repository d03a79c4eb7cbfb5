/** The ring that every bench receives. */
import { TODAY } from './support.mjs';

/** A body as a screen sends it: without a tag price of its own, whose ratio is `sellRaito`. */
export const receiptOf = (change) => ({
  inStorageAt: TODAY,
  num: 1,
  printTemplate: '标准标签',
  type: '戒指',
  name: '足金戒指',
  style: '光圈',
  fineness: '足金',
  goldWeight: 3.215,
  goldCost: 560,
  workFee: 20,
  ...('sellPrice' in change ? {} : { sellRaito: 1.2 }),
  ...change,
});
