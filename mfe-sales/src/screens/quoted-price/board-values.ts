/** What the dialog of the board holds, and how it becomes the body of POST and PUT /base-quoted-price. Pure. */
import type { BoardRecord, BoardVersion } from 'projections/quoted-prices/contract';
import { BOARD_ID, PER_GRAM } from 'services/quoted-price/contract';
import type { Problem } from 'root-config/ui';

/** Yuan. `before`: the price it was loaded with, null for a new row. */
export type QuotedLine = {
  readonly key: string;
  readonly quotedSort: number;
  readonly name: string;
  readonly goldContent: string;
  readonly cost: number;
  readonly price: number;
  readonly measureUnit: string;
  readonly before: number | null;
};
export type BoardValues = {
  readonly id: number;
  readonly details: readonly QuotedLine[];
  /** JSON lists of at most one name, as the upload has them. */
  readonly adPicture: string;
  readonly backgroudPicture: string;
  readonly remark: string;
  /** `yyyy-MM-dd`; '' from now on. */
  readonly validFrom: string;
  /** `HH:mm` in the shops' time; '' from midnight on. */
  readonly validTime: string;
};

let rows = 0;
export const newLine = (): QuotedLine => ({
  key: `new-${(rows += 1)}`,
  quotedSort: 0,
  name: '',
  goldContent: '',
  cost: 0,
  price: 0,
  measureUnit: PER_GRAM,
  before: null,
});

const slot = (name: string): string => JSON.stringify(name === '' ? [] : [name]);
const nameIn = (list: string | undefined): string =>
  list === undefined || list === '' ? '' : ((JSON.parse(list) as string[])[0] ?? '');
const MINUTE = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/;
const TIME = /^(\d{1,2})[:：]?(\d{2})$/;
const [HOURS, MINUTES] = [24, 60];
const SHOPS_OFFSET = '+08:00';

const versionValues = ({ adPicture, backgroudPicture, remark, details }: Omit<BoardVersion, 'validFrom' | 'at'>) => ({
  adPicture: slot(adPicture),
  backgroudPicture: slot(backgroudPicture),
  remark,
  details: details.map(({ id, cost = 0, price, ...row }) => ({ ...row, key: String(id), cost, price, before: price })),
});
/** The board as it is valid, or the version that is planned next. */
export const boardValues = (record: BoardRecord, planned: boolean): Partial<BoardValues> => {
  const { next } = record;
  if (planned && next !== null) {
    const [, validFrom = '', validTime = ''] = MINUTE.exec(next.validFrom) ?? [];
    return { id: BOARD_ID, ...versionValues(next), validFrom, validTime };
  }
  return { id: BOARD_ID, ...versionValues(record), validFrom: '', validTime: '' };
};

/** `HH:mm` of what was typed, as 930 or 9：30; undefined where it is no time. */
const timeOf = (text: string): string | undefined => {
  if (text === '') return '00:00';
  const [, hour = '', minute = ''] = TIME.exec(text.trim()) ?? [];
  if (hour === '' || Number(hour) >= HOURS || Number(minute) >= MINUTES) return undefined;
  return `${hour.padStart(2, '0')}:${minute}`;
};
/** A moment of both its parts. */
export const momentProblems = ({ validFrom = '', validTime = '' }: Partial<BoardValues>): readonly Problem[] => {
  if (timeOf(validTime) === undefined) return [{ path: 'validTime', message: '请输入时间，如 09:30' }];
  if (validTime !== '' && validFrom === '') return [{ path: 'validFrom', message: '请选择生效日期' }];
  return [];
};

export const boardBody = ({ details, adPicture, backgroudPicture, remark, validFrom, validTime }: BoardValues) => ({
  adPicture: nameIn(adPicture),
  backgroudPicture: nameIn(backgroudPicture),
  remark: remark ?? '',
  validFrom: validFrom ? `${validFrom}T${timeOf(validTime) ?? validTime}:00${SHOPS_OFFSET}` : null,
  details: details.map(({ key: _key, before: _before, ...line }) => line),
});

/** A change of more than that is more often a slip than a market. */
const USUAL_CHANGE = 0.1;
const titleOf = ({ name, goldContent }: QuotedLine): string => `${name} ${goldContent}`.trim();
/** What a tired hand may have got wrong; a line each. */
export const doubtsOf = (details: readonly QuotedLine[]): readonly string[] =>
  details.flatMap((line) => {
    const { before, price, cost } = line;
    const title = titleOf(line);
    const isJump = before !== null && before > 0 && price > 0 && Math.abs(price - before) / before > USUAL_CHANGE;
    return [
      ...(isJump ? [`${title}：${before.toFixed(2)} → ${price.toFixed(2)}，变动超过10%`] : []),
      ...(price > 0 && cost > price ? [`${title}：销售金价${price.toFixed(2)}低于入库金价${cost.toFixed(2)}`] : []),
      ...(before !== null && before > 0 && price === 0 ? [`${title}：销售金价为0，视为不报价`] : []),
    ];
  });
