/** What all orders of the filter add up to, over the list; each figure opens (S1§2.1, R16). */
import { useQuery } from '@tanstack/react-query';
import { saleExplain, saleList } from 'projections/sales/contract';
import { client } from 'root-config/api';
import { ExplainPanel, count, money, type ScreenHandle, type ValueKind } from 'root-config/ui';
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

const frame = { display: 'flex', flexWrap: 'wrap', gap: 8, margin: 0, padding: 0, listStyle: 'none' } as const;
const tag = {
  padding: '3px 10px',
  border: '1px solid var(--borderColor-default)',
  borderRadius: 6,
  background: 'var(--bgColor-muted)',
  whiteSpace: 'nowrap',
  '& span': { marginRight: 6, color: 'var(--fgColor-muted)' },
  '& button': { fontWeight: 600 },
} as const;
const main = { ...tag, borderColor: 'var(--borderColor-success-emphasis)', background: 'var(--bgColor-success-muted)' };

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
    <ul css={frame} aria-label="合计">
      <li css={tag}>
        <span>单数</span>
        <button type="button" className="ui-figure" onClick={() => open('count', '单数', 'count')}>
          {count(data?.count)}
        </button>
      </li>
      {MONEY.map(([field, label]) => (
        <li key={field} css={field === 'factFee' ? main : tag}>
          <span>{label}</span>
          <button type="button" className="ui-figure" onClick={() => open(field, label, 'money')}>
            {money(data?.[field])}
          </button>
        </li>
      ))}
    </ul>
  );
};
