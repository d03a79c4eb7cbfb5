/** The numbers of a chart as a table, for whoever cannot see it. */
import { VisuallyHidden } from '@primer/react';
import { number } from '../format/show.ts';
import type { Drawing } from './drawing.ts';

type Props = { readonly chart: Drawing; readonly title: string };
export const NumbersTable = ({ chart, title }: Props) => (
  <VisuallyHidden>
    <table>
      <caption>
        {title}（{chart.unit}）
      </caption>
      <thead>
        <tr>
          <th scope="col">{chart.kind === 'line' ? '日期' : '项目'}</th>
          {chart.series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chart.x.map((x, index) => (
          <tr key={x}>
            <th scope="row">{x}</th>
            {chart.series.map(({ name, data }) => (
              <td key={name}>{number(data[index] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </VisuallyHidden>
);
