/** A total opened: the events behind it in a side panel, whose sum repeats the figure (wire: GET <report>/explain). */
import { Dialog, SkeletonBox } from '@primer/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { RouterLink, client, messageOf } from 'root-config/api';
import { Fragment, useState } from 'react';
import { z } from 'zod';
import type { ValueKind } from '../format/kinds.ts';
import { count, moment, show } from '../format/show.ts';
import { Paging } from '../list/paging.tsx';
import type { Query } from '../list/types.ts';
import { EmptyState, FailedState } from '../pieces/empty-state.tsx';
import './explain.css';

/** A number, or decimal text where a number would not hold it exactly. */
const Sum = z.union([z.number(), z.string()]);
const Answer = z.object({
  total: Sum,
  count: z.int(),
  list: z.array(
    z.object({
      key: z.string(),
      barcode: z.string(),
      shopName: z.string(),
      billType: z.string(),
      document: z.string(),
      value: Sum,
      at: z.string(),
    }),
  ),
});
type Movement = z.infer<typeof Answer>['list'][number];

export type ExplainProps = {
  /** `<report>/explain`. */
  readonly path: string;
  readonly field: string;
  readonly title: string;
  readonly kind: ValueKind;
  /** Filters of the report on screen, without paging. */
  readonly query: Query;
  readonly asOf: string | undefined;
  readonly onClose: () => void;
};
const SIZE = 50;

const Rows = ({ list, kind, title }: { list: readonly Movement[]; kind: ValueKind; title: string }) => (
  <table className="explain">
    <thead>
      <tr>
        <th scope="col">单据</th>
        <th scope="col">首饰</th>
        <th scope="col" className="ui-number">
          {title}
        </th>
      </tr>
    </thead>
    <tbody>
      {list.map((row) => (
        <tr key={row.key}>
          <td>
            {row.billType} <span className="explain-hint">{row.document}</span>
            <br />
            <span className="explain-hint">{moment(row.at)}</span>
          </td>
          <td>
            {/* A check is of a shop's pieces, not of one. */}
            {(row.barcode === '' ? [] : row.barcode.split('、')).map((barcode, index) => (
              <Fragment key={barcode}>
                {index === 0 ? null : '、'}
                <RouterLink to={`/stock/goods-flow?barcode=${encodeURIComponent(barcode)}`}>{barcode}</RouterLink>
              </Fragment>
            ))}
            <br />
            <span className="explain-hint">{row.shopName}</span>
          </td>
          <td className="ui-number">{show(kind, row.value)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const ExplainPanel = ({ path, field, title, kind, query, asOf, onClose }: ExplainProps) => {
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(SIZE);
  const asked = { ...query, ...(asOf !== undefined && { asOf }), field, pageIndex: page, pageSize: size };
  const { data, error, refetch } = useQuery({
    queryKey: [path, asked],
    queryFn: async ({ signal }) => Answer.parse(await client.get(path, asked, { signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog
      title={`${title}的来源`}
      position={{ narrow: 'fullscreen', regular: 'right' }}
      width="xlarge"
      onClose={onClose}
    >
      {error === null ? null : <FailedState message={messageOf(error)} onRetry={() => void refetch()} />}
      {error === null && data === undefined ? <SkeletonBox height={240} /> : null}
      {data === undefined ? null : (
        <>
          <p className="explain-total" role="status">
            {title}合计 <strong>{show(kind, data.total)}</strong>，由 {count(data.count)} 笔组成
          </p>
          {data.count === 0 ? <EmptyState title="没有记录" /> : <Rows list={data.list} kind={kind} title={title} />}
          {data.count > size ? (
            <Paging count={data.count} more={false} page={page} size={size} onPage={setPage} onSize={setSize} />
          ) : null}
        </>
      )}
    </Dialog>
  );
};
