import { Button, TextInput, Token } from '@primer/react';
import { dictionaryOptions, useLockShops, useShopTree } from 'root-config/api';
import { useEffect, useId, useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import { DateRangePicker, DayInput } from '../pieces/date-inputs.tsx';
import { shopToday } from '../pieces/date-window.ts';
import { Picker } from '../pieces/picker.tsx';
import { DictMultiSelect, DictSelect, OptionSelect, RemoteSelect, ShopTreeSelect } from '../pieces/selects.tsx';
import { namesOf, tokensOf, withoutNames, type WordsOf } from './filter-model.ts';
import type { Filter, FilterValues } from './types.ts';

type Change = (patch: FilterValues) => void;
type InputProps<K extends Filter['kind']> = {
  readonly filter: Extract<Filter, { kind: K }>;
  readonly values: FilterValues;
  readonly onChange: Change;
};
const single = (value: string | readonly string[] | undefined): string | undefined =>
  value === undefined || typeof value === 'string' ? value : value[0];
const several = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

const PAUSE_MS = 400;
/** Asks while somebody types, after a short pause, and at once on Enter. */
const TextFilter = ({ filter, values, onChange }: InputProps<'text'> | InputProps<'number'>) => {
  const id = useId();
  const value = single(values[filter.name]) ?? '';
  const [typed, setTyped] = useState(value);
  const [from, setFrom] = useState(value);
  const [composing, setComposing] = useState(false);
  // Changed from outside (token removed, scan, 重置): follow.
  if (from !== value) {
    setFrom(value);
    setTyped(value);
  }
  const commit = (): void => {
    if (typed !== value) onChange({ [filter.name]: filter.kind === 'number' ? typed.normalize('NFKC') : typed });
  };
  useEffect(() => {
    if (composing || typed === value) return undefined;
    const timer = setTimeout(commit, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      id={id}
      className="ui-filter-text"
      aria-label={filter.label}
      placeholder={filter.kind === 'text' ? (filter.placeholder ?? filter.label) : filter.label}
      inputMode={filter.kind === 'number' ? 'decimal' : undefined}
      value={typed}
      autoComplete="off"
      onChange={(event) => setTyped(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit();
      }}
    />
  );
};

const DatesFilter = ({ filter, values, onChange }: InputProps<'dates'>) => {
  const [begin = 'beginTime', end = 'endTime'] = namesOf(filter);
  return (
    <DateRangePicker
      label={filter.label}
      limited={filter.limited}
      begin={single(values[begin])}
      end={single(values[end])}
      onChange={(from, to) => onChange({ [begin]: from ?? '', [end]: to ?? '' })}
    />
  );
};

const FilterInput = ({ filter, values, onChange }: { filter: Filter; values: FilterValues; onChange: Change }) => {
  if (filter.kind === 'dates') return <DatesFilter filter={filter} values={values} onChange={onChange} />;
  if (filter.kind === 'text' || filter.kind === 'number') {
    return <TextFilter filter={filter as never} values={values} onChange={onChange} />;
  }
  const value = single(values[filter.name]);
  const set = (next: string | undefined): void => onChange({ [filter.name]: next ?? '' });
  const common = { label: filter.label, placeholder: filter.label, compact: true, value, onChange: set };
  switch (filter.kind) {
    case 'shop':
      return <ShopTreeSelect {...common} />;
    case 'remote':
      return <RemoteSelect {...common} source={filter.source} />;
    case 'day':
      return <DayInput label={filter.label} value={value} onChange={set} />;
    case 'select':
      return <OptionSelect {...common} options={filter.options} />;
    case 'dict':
      return filter.multiple === true ? (
        <DictMultiSelect
          label={filter.label}
          placeholder={filter.label}
          compact
          dict={filter.dict}
          values={several(values[filter.name])}
          onChange={(next) => onChange({ [filter.name]: next })}
        />
      ) : (
        <DictSelect {...common} dict={filter.dict} />
      );
  }
};

/** Words of the values that are codes: shops and dictionaries. */
const useWordsOf = (filters: readonly Filter[]): WordsOf => {
  const { nameOf } = useShopTree();
  const types = [...new Set(filters.flatMap((filter) => (filter.kind === 'dict' ? [filter.dict] : [])))];
  const found = useQueries({ queries: types.map((type) => ({ ...dictionaryOptions(type), enabled: false })) });
  return (filter, value) => {
    if (filter.kind === 'shop') return nameOf(Number(value)) || undefined;
    const options =
      filter.kind === 'select' ? filter.options : filter.kind === 'dict' ? found[types.indexOf(filter.dict)]?.data : [];
    return options?.find((option) => option.value === value)?.label;
  };
};

type BarProps = {
  readonly filters: readonly Filter[];
  readonly allFilters: readonly Filter[];
  readonly values: FilterValues;
  readonly onChange: Change;
  readonly onValues: (values: FilterValues) => void;
  readonly onReset: () => void;
};
/** Filters of every day on one line, the others behind 更多筛选, and what narrows now as tokens. */
export const FilterBar = ({ filters, allFilters, values, onChange, onValues, onReset }: BarProps) => {
  const [open, setOpen] = useState(false);
  const { fixed } = useLockShops();
  const words = useWordsOf(allFilters);
  const daily = filters.filter((filter) => filter.daily === true || filter.kind === 'dates');
  const rest = filters.filter((filter) => !daily.includes(filter));
  const shown = open ? filters.filter((filter) => daily.includes(filter) || rest.includes(filter)) : daily;
  const tokens = tokensOf(
    allFilters.filter(({ kind }) => !(fixed && kind === 'shop')),
    values,
    { words, today: shopToday() },
  );
  return (
    <div className="ui-filters" role="search">
      <div className="ui-filter-line">
        {shown.map((filter) => (
          <FilterInput key={namesOf(filter)[0]} filter={filter} values={values} onChange={onChange} />
        ))}
        {rest.length > 0 ? (
          <Button variant="invisible" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起筛选' : '更多筛选'}
          </Button>
        ) : null}
        <Button variant="invisible" onClick={onReset}>
          重置
        </Button>
      </div>
      {tokens.length > 0 ? (
        <div className="ui-tokens" aria-label="当前筛选">
          {tokens.map((token) => (
            <Token
              key={token.key}
              as="button"
              size="large"
              text={token.label}
              aria-label={`去掉${token.label}`}
              onClick={() => onValues(withoutNames(values, token.names))}
              onRemove={() => onValues(withoutNames(values, token.names))}
            />
          ))}
        </div>
      ) : null}
    </div>
  );
};

/** The small arrow in a column's head. */
export const ColumnFilter = ({
  filter,
  values,
  onChange,
}: {
  filter: Filter;
  values: FilterValues;
  onChange: Change;
}) => {
  if (filter.kind !== 'dict' && filter.kind !== 'select') return null;
  const chosen = several(values[filter.name]);
  const common = {
    label: `按${filter.label}筛选`,
    anchor: <span className={chosen.length > 0 ? 'ui-funnel ui-funnel-on' : 'ui-funnel'}>▼</span>,
  };
  const set = (next: readonly string[]): void => onChange({ [filter.name]: next });
  if (filter.kind === 'dict') return <DictMultiSelect {...common} dict={filter.dict} values={chosen} onChange={set} />;
  return <Picker {...common} multiple options={filter.options} chosen={chosen} onChoose={set} />;
};
