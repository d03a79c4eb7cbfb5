/** Draws a chart with ECharts, in the colours of the theme, its numbers beside it for readers; a chunk of its own. */
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import type { Drawing } from './drawing.ts';
import { NumbersTable } from './numbers-table.tsx';
import './chart.css';

echarts.use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);

const COLOURS = ['blue', 'orange', 'green', 'purple', 'red', 'gray'] as const;
const tokens = (element: HTMLElement) => {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: token('--fgColor-muted'),
    strong: token('--fgColor-default'),
    line: token('--borderColor-muted'),
    ground: token('--overlay-bgColor') || token('--bgColor-default'),
    /** By its own name: what is measured in another type overlaps. */
    type: style.fontFamily,
    colours: COLOURS.map((name) => token(`--data-${name}-color-emphasis`)).filter((colour) => colour !== ''),
  };
};
const WAN = 10_000;
/** 12,000 → 1.2万: an axis has little room. */
const short = (value: number): string =>
  Math.abs(value) >= WAN ? `${Number((value / WAN).toFixed(1))}万` : String(value);
/** Fewer days are no line. */
const LEAST_TREND = 3;
const exactly = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 3 });

type Tokens = ReturnType<typeof tokens>;
const pieOf = ({ unit, x, series }: Drawing, { text, strong, line, ground, type, colours }: Tokens) => ({
  animation: false,
  ...(colours.length > 0 && { color: colours }),
  textStyle: { fontFamily: type },
  tooltip: {
    trigger: 'item',
    confine: true,
    backgroundColor: ground,
    borderColor: line,
    textStyle: { color: strong },
    valueFormatter: (value: unknown) => `${exactly.format(Number(value))}${unit}`,
  },
  series: series.map(({ name, data }) => ({
    type: 'pie',
    name,
    radius: ['35%', '65%'],
    label: { color: text },
    data: x.map((each, index) => ({ name: each, value: data[index] ?? 0 })),
  })),
});
const optionOf = ({ kind, unit, x, series }: Drawing, { text, strong, line, ground, type, colours }: Tokens) => ({
  animation: false,
  ...(colours.length > 0 && { color: colours }),
  textStyle: { fontFamily: type },
  grid: { left: 8, right: 16, top: series.length > 1 ? 40 : 28, bottom: 4, containLabel: true },
  legend: { show: series.length > 1, top: 0, right: 0, itemGap: 20, textStyle: { color: text } },
  tooltip: {
    trigger: 'axis',
    confine: true,
    backgroundColor: ground,
    borderColor: line,
    textStyle: { color: strong },
    valueFormatter: (value: unknown) => `${exactly.format(Number(value))}${unit}`,
  },
  xAxis: {
    type: 'category',
    data: [...x],
    axisLabel: { color: text, hideOverlap: true },
    axisLine: { lineStyle: { color: line } },
    axisTick: { show: false },
  },
  yAxis: {
    type: 'value',
    name: unit,
    nameTextStyle: { color: text, align: 'right' },
    axisLabel: { color: text, formatter: short },
    splitLine: { lineStyle: { color: line } },
  },
  series: series.map(({ name, data }) =>
    kind === 'line' && x.length >= LEAST_TREND
      ? { type: 'line', name, data: [...data], showSymbol: data.length < 32, symbolSize: 5 }
      : {
          type: 'bar',
          name,
          data: [...data],
          barMaxWidth: 36,
          ...(kind === 'bar' && series.length > 1 && { stack: 'all' }),
        },
  ),
});

export type DrawnChartProps = { readonly chart: Drawing; readonly title: string };
export const DrawnChart = ({ chart, title }: DrawnChartProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const drawn = echarts.init(element, null, { renderer: 'svg' });
    const draw = (): void => drawn.setOption((chart.kind === 'pie' ? pieOf : optionOf)(chart, tokens(element)), true);
    draw();
    const room = new ResizeObserver(() => drawn.resize());
    room.observe(element);
    // Another theme has other tokens.
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-color-mode', 'data-dark-theme', 'data-light-theme'],
    });
    return () => {
      theme.disconnect();
      room.disconnect();
      drawn.dispose();
    };
  }, [chart]);
  return (
    <>
      <div ref={box} className="ui-chart" aria-hidden="true" />
      <NumbersTable chart={chart} title={title} />
    </>
  );
};
