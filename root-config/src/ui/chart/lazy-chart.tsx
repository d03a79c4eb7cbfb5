/** A chart of numbers: its library comes when one is first shown. */
import './chart.css';
import { lazily } from '../pieces/lazily.tsx';
import type { Drawing } from './drawing.ts';
import type { DrawnChartProps } from './drawn-chart.tsx';

export type { Drawing };
export const DrawnChart = lazily<DrawnChartProps>(
  async () => (await import('./drawn-chart.tsx')).DrawnChart,
  () => <div className="ui-chart" aria-busy="true" />,
);
