/** A moment of the past as people type and choose it, in the shops' time. Pure. */
import { addDays, dayOf, momentInWords } from 'services/contracts/dates';
import { parseDay } from '../pieces/date-window.ts';
import { namesOf } from './filter-model.ts';
import type { Filter, FilterValues } from './types.ts';

const HOUR_MS = 3_600_000;
/** `2026-11-20 18:30:05`; the seconds only where they matter. */
export const typedMoment = (at: Date): string => {
  const text = momentInWords(at);
  return text.endsWith(':00') ? text.slice(0, -3) : text;
};
const TIME = /^([01]?\d|2[0-3])[:：]([0-5]\d)(?:[:：]([0-5]\d))?$/;
/** `2026-11-20 18:30`, also with seconds, `T` or full-width signs → ISO 8601; a day alone is its end. */
export const momentOf = (text: string): string | undefined => {
  const [day = '', time = '23:59:59', more] = text
    .normalize('NFKC')
    .trim()
    .split(/[\sT]+/);
  const [, hour, minute, second = '00'] = TIME.exec(time) ?? [];
  const date = parseDay(day);
  if (date === undefined || hour === undefined || minute === undefined || more !== undefined) return undefined;
  return `${date}T${hour.padStart(2, '0')}:${minute}:${second}+08:00`;
};
/** What is asked for most: word and moment. */
export const usualMoments = (now: Date): readonly (readonly [string, Date])[] => {
  const today = dayOf(now);
  const endOf = (day: string): Date => new Date(`${day}T23:59:59+08:00`);
  return [
    ['一小时前', new Date(now.getTime() - HOUR_MS)],
    ['昨天结束时', endOf(addDays(today, -1))],
    ['上月结束时', endOf(addDays(`${today.slice(0, 8)}01`, -1))],
  ];
};

/** A list of today becomes the list of the moment's day, and back: one day chosen stays the day one looks at. */
export const daysMoved = (
  filters: readonly Filter[],
  values: FilterValues,
  { from, to }: { readonly from: string; readonly to: string },
): FilterValues => {
  const dates = filters.find(({ kind }) => kind === 'dates');
  if (dates === undefined || from === to) return values;
  const [begin = '', end = ''] = namesOf(dates);
  return values[begin] === from && values[end] === from ? { ...values, [begin]: to, [end]: to } : values;
};
