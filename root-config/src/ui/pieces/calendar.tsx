import { DayPicker } from 'react-day-picker';
import { zhCN } from 'react-day-picker/locale';
import type { DateWindow } from './date-window.ts';
import 'react-day-picker/style.css';
import './calendar.css';

const toDate = (day: string): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
};
const toDay = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

type Common = { readonly window: DateWindow | undefined; readonly today: string };
const common = ({ window, today }: Common) => ({
  locale: zhCN,
  today: toDate(today),
  captionLayout: 'dropdown' as const,
  startMonth: toDate(window?.from ?? '2010-01-01'),
  endMonth: toDate(window?.to ?? `${Number(today.slice(0, 4)) + 1}-12-31`),
  ...(window === undefined ? {} : { disabled: [{ before: toDate(window.from) }, { after: toDate(window.to) }] }),
});

/** One day; loaded only when a date is opened. */
export const DayCalendar = ({
  value,
  onPick,
  ...rest
}: Common & { readonly value: string | undefined; readonly onPick: (day: string) => void }) => (
  <DayPicker
    {...common(rest)}
    mode="single"
    autoFocus
    defaultMonth={toDate(value ?? rest.today)}
    selected={value === undefined ? undefined : toDate(value)}
    onSelect={(date) => {
      if (date !== undefined) onPick(toDay(date));
    }}
  />
);
export const RangeCalendar = ({
  begin,
  end,
  onPick,
  ...rest
}: Common & {
  readonly begin: string | undefined;
  readonly end: string | undefined;
  readonly onPick: (begin: string, end: string) => void;
}) => (
  <DayPicker
    {...common(rest)}
    mode="range"
    autoFocus
    resetOnSelect
    defaultMonth={toDate(end ?? rest.today)}
    selected={begin === undefined ? undefined : { from: toDate(begin), to: toDate(end ?? begin) }}
    onSelect={(range) => {
      if (range?.from !== undefined) onPick(toDay(range.from), range.to === undefined ? '' : toDay(range.to));
    }}
  />
);
