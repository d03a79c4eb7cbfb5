/** Lines of old material as answers, of whichever document. Pure. */
import { caratsFromMilli, gramsFromMg } from 'services/contracts/units';
import type { RecycleLine } from 'services/old-material/contract';
import { shownMoney, type HistoryWords } from '../documents/history.ts';
import { thumbsOf } from '../goods-in/present.ts';

/** JSON text of names; '' for none. */
export const namesAsJson = (names: readonly string[]): string => (names.length === 0 ? '' : JSON.stringify(names));
export const madeOfLine = (line: RecycleLine) => ({
  lossRatio: line.lossRatioBp / 100,
  stoneCt: caratsFromMilli(line.mainStoneCaratMilli),
  secondCt: caratsFromMilli(line.sideStoneCaratMilli),
  pictures: namesAsJson(line.pictures),
  thumb: thumbsOf(line.pictures)[0] ?? '',
});
/** 足金光圈戒指 净重 9.800g × ¥600.00，金额 ¥5,929.00 */
export const recycleLineInWords: HistoryWords['line'] = (line) => {
  const grams = gramsFromMg(Number(line['netWeightMg'] ?? 0)).toFixed(3);
  const what = [line['fineness'], line['style'], line['category']].join('');
  return `${what} 净重 ${grams}g × ${shownMoney(line['unitPriceFen'])}，金额 ${shownMoney(line['priceFen'])}`;
};
