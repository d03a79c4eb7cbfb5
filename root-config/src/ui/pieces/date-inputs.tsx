import { AnchoredOverlay, Spinner, TextInput } from '@primer/react';
import { Suspense, lazy, useState } from 'react';
import { PRESETS, rangeOf } from '../list/filter-model.ts';
import { inWindow, parseDay, shopToday, type DateWindow } from './date-window.ts';
import { useDateWindow } from './use-date-window.ts';
import './date-inputs.css';

const DayCalendar = lazy(async () => ({ default: (await import('./calendar.tsx')).DayCalendar }));
const RangeCalendar = lazy(async () => ({ default: (await import('./calendar.tsx')).RangeCalendar }));
const Loading = () => (
  <div className="ui-calendar-wait">
    <Spinner srText="加载中…" />
  </div>
);
const limitText = ({ from, to }: DateWindow): string => `只能选择${from}至${to}`;

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
};
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
}: DayInputProps) => {
  const window = useDateWindow(limited);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [message, setMessage] = useState<string>();
  const commit = (): void => {
    if (typed === undefined) return;
    const day = typed.trim() === '' ? undefined : parseDay(typed);
    if (typed.trim() !== '' && day === undefined) return setMessage('日期格式应为 yyyy-MM-dd');
    if (day !== undefined && window !== undefined && !inWindow(day, window)) return setMessage(limitText(window));
    setMessage(undefined);
    setTyped(undefined);
    onChange(day);
  };
  return (
    <span className="ui-day">
      <TextInput
        id={id}
        block
        aria-label={id === undefined ? label : undefined}
        aria-describedby={describedBy}
        placeholder="yyyy-MM-dd"
        value={typed ?? value ?? ''}
        disabled={disabled}
        {...(invalid === true || message !== undefined ? { validationStatus: 'error' as const } : {})}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'ArrowDown') setOpen(true);
        }}
      />
      <AnchoredOverlay
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
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
          >
            ▾
          </button>
        )}
      >
        <div className="ui-calendar">
          <Suspense fallback={<Loading />}>
            <DayCalendar
              window={window}
              today={shopToday()}
              value={value}
              onPick={(day) => {
                setTyped(undefined);
                setMessage(undefined);
                onChange(day);
                setOpen(false);
              }}
            />
          </Suspense>
        </div>
      </AnchoredOverlay>
      {message === undefined ? null : (
        <span className="ui-day-message" role="alert">
          {message}
        </span>
      )}
    </span>
  );
};

export type DateRangePickerProps = {
  readonly label: string;
  readonly begin: string | undefined;
  readonly end: string | undefined;
  readonly onChange: (begin: string | undefined, end: string | undefined) => void;
  readonly limited?: boolean | undefined;
};
/** A range of days with 今天 / 昨天 / 近7天 / 本月; days outside the user's window cannot be chosen (R6). */
export const DateRangePicker = ({ label, begin, end, onChange, limited = true }: DateRangePickerProps) => {
  const window = useDateWindow(limited);
  const today = shopToday();
  const [open, setOpen] = useState(false);
  const words =
    begin === undefined && end === undefined ? '不限日期' : begin === end ? begin : `${begin ?? '…'} 至 ${end ?? '…'}`;
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
            不限日期
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
