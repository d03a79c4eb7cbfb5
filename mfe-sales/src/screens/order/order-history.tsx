/** Who changed what on an order, beside the document (wire: GET /biz-sell/{id}/history). */
import { useQuery } from '@tanstack/react-query';
import { client, messageOf } from 'root-config/api';
import { FailedState, Label, SkeletonBox, moment } from 'root-config/ui';
import { z } from 'zod';

const Steps = z.array(
  z.object({
    position: z.int(),
    at: z.string(),
    by: z.string(),
    title: z.string(),
    changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
    reason: z.string().nullable(),
  }),
);

const list = { display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' } as const;
const step = { paddingLeft: 12, borderLeft: '2px solid var(--borderColor-default)' } as const;
const muted = { color: 'var(--fgColor-muted)', fontSize: 13 } as const;

export const OrderHistory = ({ id }: { id: number }) => {
  const { data, error, refetch } = useQuery({
    queryKey: [`/biz-sell/${id}/history`],
    queryFn: async ({ signal }) => Steps.parse(await client.get(`/biz-sell/${id}/history`, {}, { signal })),
  });
  return (
    <section className="ui-section" aria-label="修改历史">
      <h3>修改历史</h3>
      {error !== null ? <FailedState message={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <SkeletonBox height="64px" /> : null}
      <ul css={list}>
        {(data ?? []).toReversed().map((each) => (
          <li key={each.position} css={step}>
            <Label>{each.title}</Label> {each.by} <span css={muted}>{moment(each.at)}</span>
            {each.reason === null ? null : <div>原因：{each.reason}</div>}
            {each.changes.map((change) => (
              <div key={change.field} css={muted}>
                {change.label}：{change.before === '' ? '无' : change.before} →{' '}
                {change.after === '' ? '无' : change.after}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
};
