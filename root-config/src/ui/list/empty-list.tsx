import { Button } from '@primer/react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { can, client, useLockShops } from 'root-config/api';
import { z } from 'zod';
import { count } from '../format/show.ts';
import { shopToday } from '../pieces/date-window.ts';
import { EmptyState } from '../pieces/empty-state.tsx';
import { useWordsOf } from './filter-bar.tsx';
import { codesSought, namesOf, tokensOf, toQuery, withoutNames, type Token } from './filter-model.ts';
import type { ListState } from './use-list.ts';
import type { Filter, ListEndpoint, ListSpec, Query, RowOfEndpoint } from './types.ts';

const datesOf = (filters: readonly Filter[]): readonly string[] | undefined => {
  const dates = filters.find(({ kind }) => kind === 'dates');
  return dates === undefined ? undefined : namesOf(dates);
};
const dayIn = (answer: unknown): string | null => {
  const day = typeof answer === 'object' && answer !== null && 'day' in answer ? answer.day : answer;
  return typeof day === 'string' && day !== '' ? day.slice(0, 10) : null;
};
/** Offers the latest day that has data, when the chosen days have none. */
const LatestDay = ({ path, query, onDay }: { path: string; query: Query; onDay: (day: string) => void }) => {
  const { data } = useQuery({
    queryKey: [path, query],
    queryFn: async ({ signal }) => dayIn(await client.get(path, query, { signal })),
    retry: false,
  });
  if (data === undefined || data === null) return null;
  return <Button onClick={() => onDay(data)}>最近一天有数据的日期：{data}</Button>;
};

/** More filters than these are not asked about one by one. */
const MOST_ASKED = 6;
const Probe = z.object({ list: z.array(z.unknown()), count: z.int().optional(), more: z.boolean().optional() });
type Culprit = { readonly token: Token; readonly found: string };
/** Of the filters that are set, those that empty the list alone: what each of them hides, asked of the server one row at a time. */
const useCulprits = (path: string, tokens: readonly Token[], queryWithout: (token: Token) => Query) => {
  const asked = tokens.slice(0, MOST_ASKED);
  return useQueries({
    queries: asked.map((token) => {
      const query = { ...queryWithout(token), pageIndex: 1, pageSize: 1 };
      return {
        queryKey: [path, query],
        queryFn: async ({ signal }: { signal: AbortSignal }) => Probe.parse(await client.get(path, query, { signal })),
        retry: false,
      };
    }),
    combine: (results): readonly Culprit[] =>
      results.flatMap(({ data }, index) => {
        const token = asked[index];
        if (data === undefined || token === undefined || data.list.length === 0) return [];
        const found =
          data.count === undefined ? '就有数据' : `有 ${count(data.count)}${data.more === true ? '+' : ''} 条`;
        return [{ token, found }];
      }),
  });
};

export type EmptyListProps<E extends ListEndpoint> = {
  list: ListState<E>;
  spec: ListSpec<RowOfEndpoint<E>>;
  path: string;
};
const useTokens = <E extends ListEndpoint>({ list }: Pick<EmptyListProps<E>, 'list'>): readonly Token[] => {
  const { fixed } = useLockShops();
  const words = useWordsOf(list.allFilters);
  // What must be filled, and a shop that cannot be left, are no choice.
  const free = list.allFilters.filter(({ kind, required }) => required === undefined && !(fixed && kind === 'shop'));
  return tokensOf(free, list.values, { words, today: shopToday() });
};

/** What the user can do about it, in words. */
const adviceOn = (codes: readonly string[], culprits: readonly Culprit[], nothing = '换个筛选条件试试'): string => {
  if (codes.length > 0) return `${codes.join('和')}要输入完整的，只输一部分找不到`;
  return culprits.length === 0 ? nothing : '其他筛选条件不变：';
};

/** Words about what to add are for whoever may add. */
const adviceFor = <Row extends object>({ empty, toolbar = [] }: ListSpec<Row>): string | undefined => {
  const adding = toolbar.find(({ primary }) => primary === true);
  return adding?.allow === undefined || can(adding.allow) ? empty : undefined;
};

type EmptyReason = {
  readonly tokens: readonly Token[];
  readonly culprits: readonly Culprit[];
  readonly dated: boolean;
};
/** One that is to blame alone has its own button; where nothing is set there is nothing to take away. */
const offersAll = ({ tokens, culprits, dated }: EmptyReason): boolean =>
  tokens.length > 1 || (culprits.length === 0 && (dated || tokens.length > 0));

/** Nothing here: which filter emptied it, each taken away by itself; else what to do next. */
export const EmptyList = <E extends ListEndpoint>({ list, spec, path }: EmptyListProps<E>) => {
  const dates = datesOf(list.filters);
  const [begin = '', end = ''] = dates ?? [];
  const dated = dates !== undefined && list.values[begin] !== undefined;
  const { [begin]: _begin, [end]: _end, ...others } = list.query;
  const tokens = useTokens({ list });
  const past = list.asOf === null ? {} : { asOf: list.asOf };
  const culprits = useCulprits(list.totals === null ? path : `${path}/rows`, tokens, (token) => ({
    ...toQuery(withoutNames(list.values, token.names), spec.fixed),
    ...past,
  }));
  const codes = codesSought(list.allFilters, list.values);
  const named = culprits.map(({ token }) => `“${token.label}”`).join('、');
  return (
    <EmptyState
      title={culprits.length === 0 ? '没有数据' : `${named}筛掉了全部数据`}
      text={adviceOn(codes, culprits, adviceFor(spec))}
    >
      {culprits.map(({ token, found }) => (
        <Button key={token.key} onClick={() => list.setValues(withoutNames(list.values, token.names))}>
          去掉“{token.label}”，{found}
        </Button>
      ))}
      {dated && spec.latestDay !== false && list.asOf === null ? (
        <LatestDay
          path={`${path}/latest-day`}
          query={others}
          onDay={(day) => list.setFilter({ [begin]: day, [end]: day })}
        />
      ) : null}
      {offersAll({ tokens, culprits, dated }) ? <Button onClick={() => list.setValues({})}>去掉全部筛选</Button> : null}
    </EmptyState>
  );
};
