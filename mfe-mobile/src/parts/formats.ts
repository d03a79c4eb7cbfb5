/** Money, weights and days as a shopper reads them. */

/** Yuan: 1234.5 → ¥1,234.50 */
export const yuan = (amount: number): string => {
  const text = Math.abs(amount)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+(?=\.))/g, ',');
  return `${amount < 0 ? '−' : ''}¥${text}`;
};
/** Grams, three decimals as scales have them: 3.25 → 3.250 克 */
export const gram = (weight: number): string => `${weight.toFixed(3)} 克`;
/** `2026-11-28` or a moment that begins with it → 2026年11月28日 */
export const dayText = (moment: string): string => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(moment) ?? [];
  return year === undefined ? moment : `${year}年${Number(month)}月${Number(day)}日`;
};
