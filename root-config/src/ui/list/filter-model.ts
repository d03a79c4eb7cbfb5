/** The filter line as pure functions: start values, the query, the tokens, and what clears what (S0§4). */
import { addDays } from 'services/contracts/dates';
import type { FieldProblem } from 'services/contracts/envelope';
import { unitOf } from '../format/numbers.ts';
import type { Filter, FilterValues, Query, RangePreset } from './types.ts';

export type Token = { readonly key: string; readonly label: string; readonly names: readonly string[] };
/** Words for a value that is an id or a code; undefined while they are not loaded. */
export type WordsOf = (filter: Filter, value: string) => string | undefined;

export const rangeOf = (preset: RangePreset, today: string): readonly [string, string] | undefined => {
  switch (preset) {
    case 'today':
      return [today, today];
    case 'yesterday':
      return [addDays(today, -1), addDays(today, -1)];
    case '7d':
      return [addDays(today, -6), today];
    case 'month':
      return [`${today.slice(0, 8)}01`, today];
    case 'none':
      return undefined;
  }
};
export const PRESETS: readonly { readonly preset: RangePreset; readonly label: string }[] = [
  { preset: 'today', label: '今天' },
  { preset: 'yesterday', label: '昨天' },
  { preset: '7d', label: '近7天' },
  { preset: 'month', label: '本月' },
];

/** Parameter names a filter fills. */
export const namesOf = (filter: Filter): readonly string[] => {
  if (filter.kind === 'dates') return [filter.begin ?? 'beginTime', filter.end ?? 'endTime'];
  return filter.kind === 'range' ? [filter.from, filter.to] : [filter.name];
};

/**
 * What stands on the filter line unasked: the filters of every day and the dates; on a phone the first that is typed or
 * scanned, and what must be filled. */
export const inSight = (filters: readonly Filter[], phone: boolean): readonly Filter[] =>
  phone
    ? filters.filter(
        (filter) => filter.required !== undefined || filter === filters.find(({ kind }) => kind === 'text'),
      )
    : filters.filter(({ daily, kind }) => daily === true || kind === 'dates');

/** Values when the screen opens; a locked shop is set by the caller through `preset`. */
export const startValues = (filters: readonly Filter[], today: string, preset: FilterValues = {}): FilterValues => {
  const values: Record<string, string | readonly string[]> = {};
  for (const filter of filters) {
    if (filter.kind === 'dates') {
      const range = rangeOf(filter.range ?? 'today', today);
      const [begin, end] = namesOf(filter);
      if (range !== undefined) Object.assign(values, { [begin!]: range[0], [end!]: range[1] });
    } else if (filter.start !== undefined && filter.kind !== 'range') values[filter.name] = filter.start;
  }
  return { ...values, ...preset };
};

const isEmpty = (value: string | readonly string[] | undefined): boolean => value === undefined || value.length === 0;

/** Whether a single piece is looked for, by barcode or certificate: it is found whenever it came (S0§4). */
const seeksPiece = (filters: readonly Filter[], values: FilterValues): boolean =>
  filters.some((filter) => filter.kind === 'text' && filter.clearsDates === true && !isEmpty(values[filter.name]));

/** Whether no dates means all days: a piece is looked for, one customer's papers are (R50), or the list says so. */
export const isLifted = (filters: readonly Filter[], values: FilterValues): boolean =>
  seeksPiece(filters, values) ||
  filters.some(
    (filter) =>
      (filter.kind === 'remote' && filter.name === 'customerId' && !isEmpty(values['customerId'])) ||
      (filter.kind === 'dates' && filter.lifted?.(values) === true),
  );

/** What a change takes away: the dates where a single piece is looked for, and what a typed filter says it clears. */
const clearedBy = (filters: readonly Filter[], patch: FilterValues): readonly string[] => {
  const seeks = seeksPiece(filters, patch);
  return filters.flatMap((filter): readonly string[] => {
    if (filter.kind === 'dates') return seeks ? namesOf(filter) : [];
    return filter.kind === 'text' && !isEmpty(patch[filter.name]) ? (filter.clears ?? []) : [];
  });
};

/**
 * One change of the filter line. A typed barcode or certificate number takes the dates away, so that the piece is
 * found whenever it came (S0§4); a chosen date range stays as it is otherwise.
 */
export const changeFilter = (filters: readonly Filter[], values: FilterValues, patch: FilterValues): FilterValues => {
  const left = withoutNames({ ...values, ...patch }, clearedBy(filters, patch));
  return Object.fromEntries(Object.entries(left).filter(([, value]) => !isEmpty(value)));
};

/** Text values are trimmed on their way out only, so that typing is not disturbed. */
export const toQuery = (values: FilterValues, fixed: Query = {}): Query => {
  const query: Record<string, string | number | readonly string[] | undefined> = { ...fixed };
  for (const [name, value] of Object.entries(values)) {
    const sent = typeof value === 'string' ? value.trim() : value;
    if (sent.length > 0) query[name] = sent;
  }
  return query;
};

const rangeWords = (begin: string, end: string, today: string): string => {
  for (const { preset, label } of PRESETS) {
    const range = rangeOf(preset, today);
    if (range?.[0] === begin && range[1] === end) return label;
  }
  if (begin === end) return begin;
  return `${begin === '' ? '…' : begin} 至 ${end === '' ? '…' : end}`;
};
const single = (value: string | readonly string[] | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : value.join(',');

const rangeToken = (filter: Extract<Filter, { kind: 'range' }>, values: FilterValues): Token => {
  const unit = unitOf(filter.as) ?? '';
  const [least, most] = [single(values[filter.from]), single(values[filter.to])];
  const text = [least === '' ? '' : `从 ${least}${unit}`, most === '' ? '' : `到 ${most}${unit}`]
    .filter(Boolean)
    .join(' ');
  return { key: filter.from, label: `${filter.label}：${text}`, names: namesOf(filter) };
};

const tokenOf = (filter: Filter, values: FilterValues, words: WordsOf, today: string): Token | undefined => {
  const names = namesOf(filter);
  if (names.every((name) => isEmpty(values[name]))) return undefined;
  if (filter.kind === 'dates') {
    const [begin, end] = names;
    const text = rangeWords(single(values[begin!]), single(values[end!]), today);
    return { key: begin!, label: `${filter.label}：${text}`, names };
  }
  if (filter.kind === 'range') return rangeToken(filter, values);
  const value = values[filter.name]!;
  const list = typeof value === 'string' ? [value.trim()] : value;
  const unit = filter.kind === 'number' ? unitOf(filter.as) : undefined;
  const text = list.map((each) => words(filter, each) ?? (unit === undefined ? each : `${each} ${unit}`)).join('、');
  return { key: filter.name, label: `${filter.label}：${text}`, names };
};
/** Everything that narrows the list now, each removable by itself. */
export const tokensOf = (
  filters: readonly Filter[],
  values: FilterValues,
  { words, today }: { readonly words: WordsOf; readonly today: string },
): readonly Token[] =>
  filters.flatMap((filter) => {
    const token = tokenOf(filter, values, words, today);
    return token === undefined || token.label.endsWith('：') ? [] : [token];
  });

export const withoutNames = (values: FilterValues, names: readonly string[]): FilterValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** What is wrong at a filter, by the paths of its parameters. */
export const problemAt = (filter: Filter, problems: readonly FieldProblem[]): string | undefined =>
  problems.find(({ path }) => namesOf(filter).includes(path.split('.')[0] ?? path))?.message;

/** The message of the first required filter that is empty: 请输入条码！ */
export const missing = (filters: readonly Filter[], values: FilterValues): string | undefined =>
  filters.find(
    (filter) => filter.required !== undefined && namesOf(filter).some((name) => single(values[name]).trim() === ''),
  )?.required;

/** Names of the codes that are looked for: of these only whole ones are found. */
export const codesSought = (filters: readonly Filter[], values: FilterValues): readonly string[] =>
  filters.flatMap((filter) =>
    filter.kind === 'text' && filter.clearsDates === true && !isEmpty(values[filter.name]) ? [filter.label] : [],
  );
