/** Words and figures of the price on the wall; times are the house's, read from its text and never from the television's clock. */

/** 1234.5 → 1,234.50 */
export const priceText = (price: number): string => price.toFixed(2).replace(/\B(?=(\d{3})+(?=\.))/g, ',');
export const contentText = (goldContent: string): string => (goldContent === '' ? '' : `${goldContent}‰`);
/** `2026-11-28T21:05:09.000+08:00` → 11月28日 21:05 */
export const momentText = (at: string): string => {
  const [, month, day, time] = /^\d{4}-(\d{2})-(\d{2})T(\d{2}:\d{2})/.exec(at) || [];
  return time === undefined ? at : `${Number(month)}月${Number(day)}日 ${time}`;
};
const timeText = (at: string): string => at.slice(11, 16);
export const sinceText = (at: string | null): string => (at === null ? '' : `${momentText(at)} 起执行`);
export const seenText = (now: string): string => `${timeText(now)} 更新`;
export const staleText = (now: string): string =>
  `连接中断：以下是 ${momentText(now)} 的金价，可能已变动，成交请以收银台为准`;
export const NOTHING = '暂无报价，请咨询店员';
export const LOADING = '正在加载金价…';
export const AWAY = '暂时连接不上，正在重试…';
export const NO_SHOP = '没有这个分店，或已停用，请核对网址';
