/** What all orders of the filter add up to, over the list; each figure opens (S1§2.1, R16). */
import { useQuery } from '@tanstack/react-query';
import { saleExplain, saleList } from 'projections/sales/contract';
import { client } from 'root-config/api';
import { ExplainPanel, TotalsStrip, count, money, type ScreenHandle, type ValueKind } from 'root-config/ui';
import { z } from 'zod';

const Answer = z.object({ summary: saleList.summary });
const MONEY = [
  ['giftFee', '赠品金额'],
  ['oldFee', '旧料金额'],
  ['changeFee', '退换金额'],
  ['cleanFee', '维修清洗金额'],
  ['amount', '首饰金额'],
  ['factFee', '实付金额'],
] as const;

export const SummaryTags = ({ screen }: { screen: ScreenHandle }) => {
  const { query } = screen;
  const { data } = useQuery({
    queryKey: [saleList.path, query, 'summary'],
    queryFn: async ({ signal }) =>
      Answer.parse(await client.get(saleList.path, { ...query, pageIndex: 1, pageSize: 1 }, { signal })).summary,
    placeholderData: (before) => before,
  });
  const open = (field: string, title: string, kind: ValueKind): void =>
    screen.show(
      <ExplainPanel
        path={saleExplain.path}
        field={field}
        title={title}
        kind={kind}
        query={query}
        asOf={screen.asOf}
        onClose={screen.close}
      />,
    );
  return (
    <TotalsStrip
      counts={
        data === undefined
          ? '共 … 单'
          : `共 ${count(data.count)} 单，已审核 ${count(data.audited)}，待审核 ${count(data.count - data.audited)}`
      }
      figures={[
        {
          key: 'count',
          label: '单数',
          text: count(data?.count),
          onOpen: () => open('count', '单数', 'count'),
        },
        ...MONEY.map(([field, label]) => ({
          key: field,
          label,
          text: money(data?.[field]),
          main: field === 'factFee',
          zero: data?.[field] === 0,
          onOpen: () => open(field, label, 'money'),
        })),
      ]}
    />
  );
};
