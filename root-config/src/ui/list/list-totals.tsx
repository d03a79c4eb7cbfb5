import { explainedBy } from '../document/explanation-list.tsx';
import { count } from '../format/show.ts';
import { TotalsStrip, figuresOf, type ShownTotals } from './totals-strip.tsx';
import { useSums } from './use-sums.ts';
import type { ListState } from './use-list.ts';
import type { ListEndpoint, ListSpec, RowOfEndpoint, ScreenHandle } from './types.ts';

type Props<E extends ListEndpoint> = {
  readonly list: ListState<E>;
  readonly spec: ListSpec<RowOfEndpoint<E>>;
  readonly path: string;
  readonly screen: ScreenHandle;
};

const ReportTotals = <E extends ListEndpoint>({ list, spec, screen }: Props<E>) => {
  const totals: ShownTotals =
    list.totals === undefined ? (list.totalsError === null ? 'coming' : 'failed') : list.totals;
  return (
    <TotalsStrip
      counts={`${spec.counts ?? '全部'} ${count(list.count)}${list.more ? '+' : ''} 条`}
      figures={figuresOf(spec.columns, { totals, open: spec.explain, screen })}
    />
  );
};

/** Sums are of now: what a document was at a moment of the past is read one by one. */
const ListSums = <E extends ListEndpoint>({ list, spec, path, screen }: Props<E>) => {
  const past = list.asOf !== null;
  const { sums, failed } = useSums(path, list.query, !past && list.lacking === undefined);
  if (past) return <TotalsStrip counts={`共 ${count(list.count)}${list.more ? '+' : ''} 条`} figures={[]} />;
  const totals: ShownTotals = sums?.totals ?? (failed ? 'failed' : 'coming');
  const counts =
    sums === undefined
      ? '共 … 条'
      : `共 ${count(sums.count)} 条，已审核 ${count(sums.audited)}，待审核 ${count(sums.count - sums.audited)}`;
  return (
    <TotalsStrip
      counts={counts}
      figures={figuresOf(spec.columns, { totals, open: explainedBy(`${path}/explain`, spec.columns), screen })}
    />
  );
};

/** The strip over a list or report; none where nothing is added up. */
export const ListTotals = <E extends ListEndpoint>(props: Props<E>) => {
  if (props.spec.sums === true) return <ListSums {...props} />;
  return props.list.totals === null ? null : <ReportTotals {...props} />;
};
