import { TextInput } from '@primer/react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { plainNumber } from 'services/contracts/typed-number';
import { parseNumber, ruleOf, unitOf } from '../format/numbers.ts';
import type { Filter, FilterValues } from './types.ts';

export type ChangeFilters = (patch: FilterValues) => void;
export type FilterInputProps<K extends Filter['kind']> = {
  readonly filter: Extract<Filter, { kind: K }>;
  readonly values: FilterValues;
  readonly onChange: ChangeFilters;
  readonly problem: string | undefined;
};
export const single = (value: string | readonly string[] | undefined): string | undefined =>
  value === undefined || typeof value === 'string' ? value : value[0];

/** A filter with what is wrong in it, below. */
export const Marked = ({
  id,
  problem,
  children,
}: {
  id?: string;
  problem: string | undefined;
  children: ReactNode;
}) => (
  <div className={problem === undefined ? 'ui-filter' : 'ui-filter ui-filter-wrong'}>
    {children}
    {problem === undefined ? null : (
      <span id={id} className="ui-problem" role="alert">
        {problem}
      </span>
    )}
  </div>
);

const PAUSE_MS = 400;
/** Text on its way to a filter: after a short pause, and at once on Enter; what is no value stays typed, unasked. */
const useTyped = ({ filter, values, onChange }: FilterInputProps<'text'> | FilterInputProps<'number'>) => {
  const value = single(values[filter.name]) ?? '';
  const [typed, setTyped] = useState(value);
  const [from, setFrom] = useState(value);
  const [refused, setRefused] = useState<string>();
  const [composing, setComposing] = useState(false);
  // Changed from outside (token removed, scan, 重置): follow.
  if (from !== value) {
    setFrom(value);
    setTyped(value);
  }
  const commit = (): void => {
    if (typed === value) return;
    const rule = filter.kind === 'number' ? ruleOf(filter.as) : undefined;
    const read = rule && parseNumber(typed, rule);
    setRefused(read?.ok === false ? read.message : undefined);
    if (read?.ok !== false)
      onChange({ [filter.name]: read === undefined ? typed : plainNumber(typed, rule?.kind, rule?.unit) });
  };
  useEffect(() => {
    if (composing || typed === value) return undefined;
    const timer = setTimeout(commit, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return { typed, setTyped, setComposing, commit, refused: typed === value ? undefined : refused };
};
/** A text or a number, typed. */
export const TextFilter = (props: FilterInputProps<'text'> | FilterInputProps<'number'>) => {
  const { filter, problem } = props;
  const id = useId();
  const { typed, setTyped, setComposing, commit, refused } = useTyped(props);
  const message = refused ?? problem;
  const unit = filter.kind === 'number' ? unitOf(filter.as) : undefined;
  return (
    <Marked id={`${id}-problem`} problem={message}>
      <TextInput
        id={id}
        className="ui-filter-text"
        aria-label={filter.label}
        aria-describedby={message === undefined ? undefined : `${id}-problem`}
        placeholder={filter.kind === 'text' ? (filter.placeholder ?? filter.label) : filter.label}
        inputMode={filter.kind === 'number' ? 'decimal' : undefined}
        value={typed}
        autoComplete="off"
        {...(unit === undefined ? {} : { trailingVisual: unit })}
        {...(message === undefined ? {} : { validationStatus: 'error' as const })}
        onChange={(event) => setTyped(event.target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit();
        }}
      />
    </Marked>
  );
};

/** From and to, each typed as a number of its kind; a range that is the wrong way round says so. */
export const RangeFilter = ({ filter, ...chosen }: FilterInputProps<'range'>) => {
  const { label, from, to, as } = filter;
  const [least, most] = [single(chosen.values[from]), single(chosen.values[to])];
  const isTurned = least !== undefined && most !== undefined && Number(least) > Number(most);
  return (
    <span className="ui-range-filter" role="group" aria-label={label}>
      <TextFilter {...chosen} filter={{ kind: 'number', name: from, label: `${label}从`, as }} />
      <TextFilter
        {...chosen}
        filter={{ kind: 'number', name: to, label: `${label}到`, as }}
        problem={isTurned ? '不能小于前面的数' : chosen.problem}
      />
    </span>
  );
};
