/** A chart of numbers: its library comes when one is first shown. What readers hear is a table beside it. */
import './chart.css';
import { lazily } from '../pieces/lazily.tsx';
import type { Drawing } from './drawn-chart.tsx';

export type { Drawing };
export const DrawnChart = lazily<{ readonly chart: Drawing }>(
  async () => (await import('./drawn-chart.tsx')).DrawnChart,
  () => <div className="ui-chart" aria-busy="true" />,
);
