import { TextInput } from '@primer/react';
import { useState } from 'react';
import { momentOf, typedMoment } from '../list/moment-model.ts';
import { CalendarButton } from '../pieces/date-inputs.tsx';
import { parseDay } from '../pieces/date-window.ts';
import { textOf, type InputPropsOf } from './input-props.ts';
import { momentText } from './more-values.ts';

const WRONG = '时间格式应为 2026-11-20 18:30';
/** A moment is a day with its time: a day alone would be one that nobody named. */
const read = (text: string): string | undefined =>
  parseDay(text) === undefined ? momentText(momentOf(text) ?? '') || undefined : undefined;

/** The minute that runs, without its day. */
const thisMinute = (): string => {
  const now = Date.now();
  return typedMoment(new Date(now - (now % 60_000))).split(' ')[1] ?? '';
};

/** A moment as the house writes it, typed, or its day chosen; the browser's own field has the order of the browser's language. */
export const MomentInput = <V extends object>({
  field,
  form,
  id,
  describedBy,
  disabled,
}: InputPropsOf<V, 'moment'>) => {
  const { name, label } = field;
  const [open, setOpen] = useState(false);
  const value = momentText(textOf(form.values[name]));
  const [day, time] = value === '' ? [] : value.split(' ');
  const type = (text: string): void => {
    const moment = text.trim() === '' ? undefined : read(text);
    const isWrong = moment === undefined && text.trim() !== '';
    form.type(name, text, isWrong ? WRONG : undefined);
    if (!isWrong) form.change(field, moment);
  };
  return (
    <span className="ui-day">
      <TextInput
        id={id}
        block
        autoComplete="off"
        placeholder="例如 2026-11-20 18:30"
        value={form.textAt(name) ?? value.replace(/(:\d\d):00$/, '$1')}
        disabled={disabled}
        aria-describedby={describedBy}
        {...(form.problemOf(name) === undefined ? {} : { validationStatus: 'error' as const })}
        onChange={(event) => type(event.target.value)}
        onBlur={() => form.settle(name)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setOpen(true);
        }}
      />
      <CalendarButton
        {...{ label, disabled, open, value: day, window: undefined, onOpen: setOpen }}
        onPick={(picked) => {
          form.forget(name);
          form.change(field, read(`${picked} ${time ?? thisMinute()}`));
        }}
      />
    </span>
  );
};
