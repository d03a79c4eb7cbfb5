/** Charts of the dashboard: what is sold beside what was to be expected, and of what kinds (S2§2.27). */
import { useQueries } from '@tanstack/react-query';
import { Dashboard, DASHBOARD_PATH } from 'projections/dashboard/contract';
import { Chart } from 'projections/reports/line-fields/contract';
import { client, messageOf, useRecord } from 'root-config/api';
import { DrawnChart, FailedState, SkeletonBox, shopToday, type Drawing } from 'root-config/ui';
import { addDays } from 'services/contracts/dates';
import { weekOf } from './week.ts';

const PATH = '/report-sell-detail/chart';
const DAYS = 7;
const useWeeks = () => {
  const today = shopToday();
  const weeks = [0, DAYS].map((back) => ({
    beginTime: addDays(today, -back - DAYS + 1),
    endTime: addDays(today, -back),
  }));
  return useQueries({
    queries: weeks.map((query) => ({
      queryKey: [PATH, query],
      queryFn: async ({ signal }: { signal: AbortSignal }) => Chart.parse(await client.get(PATH, query, { signal })),
    })),
    combine: ([now, before]) => ({
      error: now?.error ?? before?.error ?? null,
      week: now?.data && before?.data ? weekOf(weeks[0]?.beginTime ?? today, now.data, before.data) : null,
    }),
  });
};
export const WeekChart = () => {
  const { error, week } = useWeeks();
  return (
    <section className="demo-panel demo-wide" aria-label="最近七天销售">
      <h3>
        最近七天销售<small>预期为上周同日</small>
      </h3>
      {error !== null && <p role="alert">图表没有取到：{messageOf(error)}</p>}
      {error === null && week === null && <SkeletonBox height={220} />}
      {week !== null && <DrawnChart chart={week} title="最近七天销售" />}
    </section>
  );
};

/** A pie of more parts says nothing. */
const PARTS = 5;
const partsOf = ({ byCategory }: Dashboard): Drawing => {
  const sold = byCategory.filter(({ amount }) => Number(amount) > 0);
  const rest = sold.filter((_part, place) => place >= PARTS - 1);
  const shown =
    rest.length > 1
      ? [
          ...sold.filter((_part, place) => place < PARTS - 1),
          { type: '其他', amount: rest.reduce((sum, { amount }) => sum + Number(amount), 0) },
        ]
      : sold;
  return {
    kind: 'pie',
    unit: '元',
    x: shown.map(({ type }) => type || '未填写'),
    series: [{ name: '首饰金额', data: shown.map(({ amount }) => Number(amount)) }],
  };
};
export const useToday = () => useRecord(DASHBOARD_PATH, Dashboard);
export const CategoryPie = () => {
  const { record, error, retry } = useToday();
  const pie = record === null ? null : partsOf(record);
  return (
    <section className="demo-panel" aria-label="今天各类别">
      <h3>今天各类别</h3>
      {error !== null && <FailedState message={messageOf(error)} onRetry={retry} />}
      {pie?.x.length === 0 && <p>今天还没有销售。</p>}
      {pie !== null && pie.x.length > 0 && <DrawnChart chart={pie} title="今天各类别" />}
    </section>
  );
};
