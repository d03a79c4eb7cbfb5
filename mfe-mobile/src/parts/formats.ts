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
/** The house's own kinds of code: letters that name them, then digits, or twelve signs of any kind behind those of a card's page. */
const CODE = /^((?:BD|MP)(?=[A-Z\d]{12}$)|[A-Z]{0,4}(?=\d+$))([A-Z\d]+)$/;
/** In groups, as it is read out at the counter: HX 1234 5678 9012, BD ABCD EFGH JKLM; what is no such code as it is. */
export const groupedCode = (code: string): string => {
  const [, letters = '', signs = ''] = CODE.exec(code) ?? [];
  return signs === '' ? code : [letters, ...(signs.match(/.{1,4}/g) ?? [])].filter(Boolean).join(' ');
};
