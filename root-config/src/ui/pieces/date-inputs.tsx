import { AnchoredOverlay, Spinner, TextInput } from '@primer/react';
import { Suspense, lazy, useState } from 'react';
import { DATE_WINDOW_DAYS } from 'services/contracts/dates';
import { PRESETS, rangeOf } from '../list/filter-model.ts';
import { inWindow, limitText, readDay, shopToday, type DateWindow } from './date-window.ts';
import { useDateWindow } from './use-date-window.ts';
import './date-inputs.css';

const DayCalendar = lazy(async () => ({ default: (await import('./calendar.tsx')).DayCalendar }));
const RangeCalendar = lazy(async () => ({ default: (await import('./calendar.tsx')).RangeCalendar }));
const Loading = () => (
  <div className="ui-calendar-wait">
    <Spinner srText="加载中…" />
  </div>
);

export type DayInputProps = {
  readonly id?: string | undefined;
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
  readonly disabled?: boolean | undefined;
  /** false lifts the 45-day window. */
  readonly limited?: boolean | undefined;
  readonly invalid?: boolean | undefined;
  readonly describedBy?: string | undefined;
  /** Of a form: it keeps the text, is told with every key what it means, and shows the message. */
  readonly typing?: TypedDay | undefined;
};
type TypedDay = {
  readonly text: string | undefined;
  readonly type: (text: string, message: string | undefined) => void;
  readonly settle: () => void;
  readonly forget: () => void;
};
type Reader = Pick<DayInputProps, 'value' | 'onChange' | 'typing'> & { readonly window: DateWindow | undefined };

/** Text on its way to a day: in a form taken with every key, as it may be saved at any; else when it is left. */
const useTyping = ({ value, onChange, typing, window }: Reader) => {
  const [own, setOwn] = useState<{ readonly text: string; readonly message?: string }>();
  const type = (text: string): void => {
    // What was said of the text before is over, whoever changes it: the scanner puts a field back without leaving it.
    if (typing === undefined) return setOwn({ text });
    const read = readDay(text, window, value);
    typing.type(text, read.ok ? undefined : read.message);
    if (read.ok) onChange(read.day);
  };
  const leave = (): void => {
    if (typing !== undefined) return typing.settle();
    if (own === undefined) return;
    const read = readDay(own.text, window, value);
    if (!read.ok) return setOwn({ text: own.text, message: read.message });
    setOwn(undefined);
    onChange(read.day);
  };
  const forget = (): void => (typing === undefined ? setOwn(undefined) : typing.forget());
  return { text: typing === undefined ? own?.text : typing.text, message: own?.message, type, leave, forget };
};

type CalendarButtonProps = Pick<DayInputProps, 'label' | 'value' | 'disabled'> & {
  readonly window: DateWindow | undefined;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onPick: (day: string) => void;
};
/** At the end of a field: the calendar that a day is chosen from. */
export const CalendarButton = ({ label, value, disabled, window, open, onOpen, onPick }: CalendarButtonProps) => (
  <AnchoredOverlay
    open={open}
    onOpen={() => onOpen(true)}
    onClose={() => onOpen(false)}
    focusZoneSettings={{ disabled: true }}
    overlayProps={{ role: 'dialog', 'aria-label': label }}
    renderAnchor={(anchor) => (
      <button
        {...anchor}
        type="button"
        className="ui-day-open"
        tabIndex={-1}
        disabled={disabled}
        aria-label={`选择${label}`}
      />
    )}
  >
    <div className="ui-calendar">
      <Suspense fallback={<Loading />}>
        <DayCalendar
          window={window}
          today={shopToday()}
          value={value}
          onPick={(day) => {
            onOpen(false);
            onPick(day);
          }}
        />
      </Suspense>
    </div>
  </AnchoredOverlay>
);

/** A day, typed or chosen. What is no day stays typed and says so. */
export const DayInput = ({
  id,
  label,
  value,
  onChange,
  disabled = false,
  limited = true,
  invalid,
  describedBy,
  typing,
}: DayInputProps) => {
  const window = useDateWindow(limited);
  const [open, setOpen] = useState(false);
  const { text, message, type, leave, forget } = useTyping({ value, onChange, typing, window });
  return (
    <span className="ui-day">
      <TextInput
        id={id}
        block
        aria-label={id === undefined ? label : undefined}
        aria-describedby={describedBy}
        placeholder="选择日期"
        value={text ?? value ?? ''}
        disabled={disabled}
        {...(invalid === true || message !== undefined ? { validationStatus: 'error' as const } : {})}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave();
          if (event.key === 'ArrowDown') setOpen(true);
        }}
      />
      <CalendarButton
        {...{ label, value, disabled, window, open, onOpen: setOpen }}
        onPick={(day) => {
          forget();
          onChange(day);
        }}
      />
      {message === undefined ? null : (
        <span className="ui-day-message" role="alert">
          {message}
        </span>
      )}
    </span>
  );
};

/** What no dates means: without the right to any day the server closes the range by the window (R6). */
const withoutDates = (unlimited: boolean): string => (unlimited ? '不限日期' : `近${DATE_WINDOW_DAYS}天`);

export type DateRangePickerProps = {
  readonly label: string;
  readonly begin: string | undefined;
  readonly end: string | undefined;
  readonly onChange: (begin: string | undefined, end: string | undefined) => void;
  readonly limited?: boolean | undefined;
  /** A single piece is looked for, so that no dates means all days. */
  readonly lifted?: boolean;
};
/** A range of days with 今天 / 昨天 / 近7天 / 本月; days outside the user's window cannot be chosen (R6). */
export const DateRangePicker = ({
  label,
  begin,
  end,
  onChange,
  limited = true,
  lifted = false,
}: DateRangePickerProps) => {
  const window = useDateWindow(limited);
  const today = shopToday();
  const [open, setOpen] = useState(false);
  const undated = begin === undefined && end === undefined;
  const words = undated
    ? withoutDates(window === undefined || lifted)
    : begin === end
      ? begin
      : `${begin ?? '…'} 至 ${end ?? '…'}`;
  const pick = (from: string | undefined, to: string | undefined): void => {
    onChange(from, to);
    setOpen(false);
  };
  const usable = PRESETS.filter(({ preset }) => {
    const range = rangeOf(preset, today);
    return range !== undefined && inWindow(range[0], window);
  });
  return (
    <AnchoredOverlay
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      focusZoneSettings={{ disabled: true }}
      overlayProps={{ role: 'dialog', 'aria-label': label }}
      renderAnchor={(anchor) => (
        <button {...anchor} type="button" className="ui-picker ui-range" aria-label={`${label}：${words ?? ''}`}>
          <span className={begin === undefined ? 'ui-picker-placeholder' : 'ui-picker-words'}>{words}</span>
        </button>
      )}
    >
      <div className="ui-calendar ui-calendar-range">
        <div className="ui-presets">
          {usable.map(({ preset, label: name }) => (
            <button
              key={preset}
              type="button"
              className="ui-link"
              onClick={() => pick(...(rangeOf(preset, today) ?? [today, today]))}
            >
              {name}
            </button>
          ))}
          <button type="button" className="ui-link" onClick={() => pick(undefined, undefined)}>
            {withoutDates(window === undefined || lifted)}
          </button>
          {window === undefined ? null : <span className="ui-presets-note">{limitText(window)}</span>}
        </div>
        <Suspense fallback={<Loading />}>
          <RangeCalendar
            window={window}
            today={today}
            begin={begin}
            end={end}
            onPick={(from, to) => (to === '' ? onChange(from, from) : pick(from, to))}
          />
        </Suspense>
      </div>
    </AnchoredOverlay>
  );
};
