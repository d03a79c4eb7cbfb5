/** The picture above a report: folded away by choice, and asked for and loaded only while it is open. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Chart } from 'projections/reports/line-fields/contract';
import { client, messageOf, usePreference } from 'root-config/api';
import { DrawnChart, type Query } from 'root-config/ui';
import { drawnOf } from './drawn-of.ts';
import './report.css';

type Props = {
  readonly path: string;
  readonly title: string;
  readonly query: Query;
  readonly asOf: string | undefined;
};
const Open = ({ path, title, query, asOf }: Props) => {
  const filters = {
    ...Object.fromEntries(Object.entries(query).filter(([name]) => !name.endsWith('Order'))),
    ...(asOf !== undefined && { asOf }),
  };
  const { data, error } = useQuery({
    queryKey: [path, filters],
    queryFn: async ({ signal }) => Chart.parse(await client.get(path, filters, { signal })),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <p role="alert">图表没有取到：{messageOf(error)}</p>;
  if (data === undefined) return <div className="ui-chart" aria-busy="true" />;
  if (data.x.length === 0) return <p className="report-picture-none">这些条件下没有可画的数据</p>;
  const chart = drawnOf(data);
  if (chart === null) return <p className="report-picture-none">只有一项，没有可比的图</p>;
  return <DrawnChart chart={chart} title={title} />;
};

export const ReportPicture = (props: Props) => {
  const [open, setOpen] = usePreference('report:picture', true);
  return (
    <section className="report-picture" aria-label={`${props.title}图表`}>
      <button type="button" className="ui-link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? '收起图表' : '展开图表'}
      </button>
      {open ? <Open {...props} /> : null}
    </section>
  );
};
