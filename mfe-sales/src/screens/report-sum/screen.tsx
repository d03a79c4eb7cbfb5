/** 销售汇总: audited jewellery of some shops and days by shop and style, a group of columns per category; returns apart. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SellSumRow, sellSumPath } from 'projections/reports/sell-sum/contract';
import { client, messageOf, useCan, useLockShops, usePageState, useShopTree } from 'root-config/api';
import {
  Button,
  Clock,
  DateRangePicker,
  EmptyState,
  ExportButton,
  FailedState,
  PastBand,
  Picker,
  SkeletonBox,
  shopToday,
  type Query,
  type ScreenComponent,
} from 'root-config/ui';
import { useState } from 'react';
import { z } from 'zod';
import { ReportPicture } from '../../report/lazy-picture.tsx';
import { pivotOf } from './pivot.ts';
import { PivotTable } from './pivot-table.tsx';

const TITLE = '销售汇总';
const LIST = 'report:reportSellSum:list';
const EXPORT = 'report:reportSellSum:export';
type SumQuery = { readonly shops: readonly string[]; readonly begin: string; readonly end: string };

/** The user's own shop at the start, today. */
const useAsked = () => {
  const { preset } = useLockShops();
  const today = shopToday();
  return usePageState<SumQuery>('asked', () => ({
    shops: preset === null ? [] : [String(preset)],
    begin: today,
    end: today,
  }));
};
const Filters = ({ asked, ask }: { asked: SumQuery; ask: (asked: SumQuery) => void }) => {
  const { shops, nameOf, pending } = useShopTree();
  const { fixed } = useLockShops();
  return (
    <div className="ui-filters report-sum-filters">
      <Picker
        label="分店"
        placeholder="分店"
        compact
        multiple
        disabled={fixed}
        loading={pending}
        options={shops.map(({ id, label }) => ({ value: String(id), label }))}
        wordsOf={(id) => nameOf(Number(id)) || undefined}
        chosen={asked.shops}
        onChoose={(chosen) => ask({ ...asked, shops: chosen })}
      />
      {fixed || asked.shops.length === shops.length ? null : (
        <Button variant="invisible" onClick={() => ask({ ...asked, shops: shops.map(({ id }) => String(id)) })}>
          全部分店
        </Button>
      )}
      <DateRangePicker
        label="销售日期"
        begin={asked.begin === '' ? undefined : asked.begin}
        end={asked.end === '' ? undefined : asked.end}
        onChange={(begin = '', end = '') => ask({ ...asked, begin, end })}
      />
    </div>
  );
};
/** What has to be chosen before anything is asked (S1§5). */
const missingIn = ({ shops, begin, end }: SumQuery): string | null => {
  if (shops.length === 0) return '请选择分店!';
  return begin === '' || end === '' ? '请选择日期' : null;
};

const Rows = ({ query, asked }: { query: Query; asked: SumQuery }) => {
  const { data, error, refetch } = useQuery({
    queryKey: [sellSumPath, query],
    queryFn: async ({ signal }) => z.array(SellSumRow).parse(await client.get(sellSumPath, query, { signal })),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonBox height="240px" />;
  if (data.length === 0) return <EmptyState title="没有数据" text="这些分店在这段时间没有已审核的首饰销售和退货" />;
  return <PivotTable pivot={pivotOf(data)} begin={asked.begin} end={asked.end} />;
};

const SellSum = () => {
  const [asked, ask] = useAsked();
  const [asOf, setAsOf] = useState<string | null>(null);
  const exports = useCan(EXPORT);
  const missing = missingIn(asked);
  const filters: Query = { shopId: asked.shops, beginTime: asked.begin, endTime: asked.end };
  const query: Query = { ...filters, ...(asOf !== null && { asOf }) };
  return (
    <section className={asOf === null ? 'ui-list' : 'ui-list ui-list-past'} aria-label={TITLE}>
      {asOf === null ? null : <PastBand asOf={asOf} onBack={() => setAsOf(null)} />}
      <header className="ui-head">
        <h2 className="ui-list-title">{TITLE}</h2>
        <div className="report-sum-tools">
          <Clock asOf={asOf} onAsOf={setAsOf} />
          {missing === null && exports ? <ExportButton name={TITLE} path={sellSumPath} query={query} /> : null}
          {missing === null ? <Button onClick={() => window.print()}>打印</Button> : null}
        </div>
        <Filters asked={asked} ask={ask} />
      </header>
      {missing === null ? (
        <>
          <ReportPicture path={`${sellSumPath}/chart`} title={TITLE} query={filters} asOf={asOf ?? undefined} />
          <div className="ui-content">
            <Rows query={query} asked={asked} />
          </div>
        </>
      ) : (
        <EmptyState title={missing} text="在上方选择分店和销售日期，就会汇总。" />
      )}
    </section>
  );
};
const Screen = () =>
  useCan(LIST) ? <SellSum /> : <EmptyState title="没有权限" text={`需要“${TITLE}”的查看权限，请联系管理员。`} />;
export default Object.assign(Screen, {
  displayName: TITLE,
  screen: { title: TITLE, permission: LIST },
}) satisfies ScreenComponent;
