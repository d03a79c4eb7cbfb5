import { Button } from '@primer/react';
import { dictionaryOptions, useLockShops, useShopTree } from 'root-config/api';
import type { FieldProblem } from 'services/contracts/envelope';
import { useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import { DateRangePicker, DayInput } from '../pieces/date-inputs.tsx';
import { shopToday } from '../pieces/date-window.ts';
import { Picker } from '../pieces/picker.tsx';
import { DictMultiSelect, DictSelect, OptionSelect, RemoteSelect, ShopTreeSelect } from '../pieces/selects.tsx';
import { usePhone } from '../pieces/use-media.ts';
import { inSight, isLifted, namesOf, problemAt, tokensOf, withoutNames, type WordsOf } from './filter-model.ts';
import {
  Marked,
  RangeFilter,
  TextFilter,
  single,
  type ChangeFilters,
  type FilterInputProps,
} from './typed-filters.tsx';
import type { Filter, FilterValues } from './types.ts';

const several = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

const DatesFilter = ({ filter, values, onChange, lifted }: ChooserProps & { filter: { kind: 'dates' } }) => {
  const [begin = 'beginTime', end = 'endTime'] = namesOf(filter);
  return (
    <DateRangePicker
      label={filter.label}
      limited={filter.limited}
      lifted={lifted}
      begin={single(values[begin])}
      end={single(values[end])}
      onChange={(from, to) => onChange({ [begin]: from ?? '', [end]: to ?? '' })}
    />
  );
};

type ChooserProps = {
  readonly filter: Exclude<Filter, { kind: 'text' | 'number' | 'range' }>;
  readonly values: FilterValues;
  readonly onChange: ChangeFilters;
  readonly lifted: boolean;
};
const Chooser = ({ filter, values, onChange, lifted }: ChooserProps) => {
  if (filter.kind === 'dates')
    return <DatesFilter filter={filter} values={values} onChange={onChange} lifted={lifted} />;
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

type AnyFilterProps = FilterInputProps<Filter['kind']> & { readonly lifted: boolean };
const FilterInput = ({ filter, problem, lifted, ...chosen }: AnyFilterProps) => {
  if (filter.kind === 'text' || filter.kind === 'number')
    return <TextFilter filter={filter as never} problem={problem} {...chosen} />;
  if (filter.kind === 'range') return <RangeFilter filter={filter} problem={problem} {...chosen} />;
  return (
    <Marked problem={problem}>
      <Chooser filter={filter} lifted={lifted} {...chosen} />
    </Marked>
  );
};

/** Words of the values that are codes: shops and dictionaries. */
export const useWordsOf = (filters: readonly Filter[]): WordsOf => {
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
  readonly problems: readonly FieldProblem[];
  readonly onChange: ChangeFilters;
  readonly onValues: (values: FilterValues) => void;
  readonly onReset: () => void;
};
/** Filters of every day on one line, the others behind 更多筛选, and what narrows now as tokens; a phone has room for one. */
export const FilterBar = ({ filters, allFilters, values, problems, onChange, onValues, onReset }: BarProps) => {
  const [opened, setOpen] = useState(false);
  // 重置 takes away what is typed and no value too.
  const [resets, setResets] = useState(0);
  const { fixed } = useLockShops();
  const words = useWordsOf(allFilters);
  const phone = usePhone();
  const daily = inSight(filters, phone);
  const rest = filters.filter((filter) => !daily.includes(filter));
  const open = opened || rest.some((filter) => problemAt(filter, problems) !== undefined);
  // What is searched by stays where it is when the others come.
  const shown = !open ? daily : phone ? [...daily, ...rest] : filters;
  // What stands in sight says itself what it narrows to.
  const tokens = tokensOf(
    allFilters.filter((filter) => !shown.includes(filter) && !(fixed && filter.kind === 'shop')),
    values,
    { words, today: shopToday() },
  );
  return (
    <div className="ui-filters" role="search">
      <div className="ui-filter-line">
        {shown.map((filter) => (
          <FilterInput
            key={`${resets}-${namesOf(filter)[0]}`}
            filter={filter}
            values={values}
            problem={problemAt(filter, problems)}
            onChange={onChange}
            lifted={isLifted(allFilters, values)}
          />
        ))}
        {rest.length > 0 ? (
          <Button
            variant={phone && !open ? 'default' : 'invisible'}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            {...(phone && tokens.length > 0 && { count: tokens.length })}
          >
            {open ? '收起筛选' : phone ? '筛选' : '更多筛选'}
          </Button>
        ) : null}
        {phone && !open ? null : (
          <Button
            variant="invisible"
            onClick={() => {
              setResets(resets + 1);
              onReset();
            }}
          >
            重置
          </Button>
        )}
        {tokens.length === 0 ? null : (
          <div className="ui-tokens">
            {tokens.map((token) => (
              <button
                key={token.key}
                type="button"
                className="ui-token"
                aria-label={`去掉${token.label}`}
                onClick={() => onValues(withoutNames(values, token.names))}
              >
                <span>{token.label}</span>
                <span aria-hidden>×</span>
              </button>
            ))}
          </div>
        )}
      </div>
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
  onChange: ChangeFilters;
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
