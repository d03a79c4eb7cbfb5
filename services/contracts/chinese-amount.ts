/** 人民币大写 of an amount, as bills in the trade carry it: 壹仟零贰拾元伍角整. Pure. */
const DIGITS = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖'] as const;
const PLACES = ['', '拾', '佰', '仟'] as const;
const GROUPS = ['', '万', '亿'] as const;

/** Four digits: 1020 → 壹仟零贰拾; 0 → ''. */
const group = (value: number): string => {
  let text = '';
  let zero = false;
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(value / 10 ** place) % 10;
    if (digit === 0) zero = text !== '';
    else {
      text += `${zero ? '零' : ''}${DIGITS[digit]}${PLACES[place]}`;
      zero = false;
    }
  }
  return text;
};
const whole = (yuan: number): string => {
  const groups = [yuan % 10_000, Math.floor(yuan / 10_000) % 10_000, Math.floor(yuan / 100_000_000)];
  let text = '';
  for (let index = groups.length - 1; index >= 0; index--) {
    const value = groups[index] ?? 0;
    if (value === 0) continue;
    const gap = text !== '' && (value < 1000 || (groups[index + 1] ?? 0) === 0);
    text += `${gap ? '零' : ''}${group(value)}${GROUPS[index]}`;
  }
  return text;
};

/** Fen, whole; below 10,000 亿 yuan. */
export const chineseAmount = (fen: number): string => {
  if (fen === 0) return '零元整';
  const size = Math.abs(fen);
  const yuan = Math.floor(size / 100);
  const jiao = Math.floor(size / 10) % 10;
  const cent = size % 10;
  const sign = fen < 0 ? '负' : '';
  const head = yuan === 0 ? '' : `${whole(yuan)}元`;
  if (jiao === 0 && cent === 0) return `${sign}${head}整`;
  const tens = jiao === 0 ? (yuan === 0 ? '' : '零') : `${DIGITS[jiao]}角`;
  return `${sign}${head}${tens}${cent === 0 ? '整' : `${DIGITS[cent]}分`}`;
};
