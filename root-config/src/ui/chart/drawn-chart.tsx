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
/** More bars than this have no room for a name each. */
const NAMED = 8;
/** px of the axis at the left and of the edges. */
const BESIDE = 64;
/** Every bar has its name, on two lines where one is too narrow; days on a line are left out where they would overlap. */
const namesOf = ({ kind, x }: Drawing, room: number) =>
  kind === 'bar' && x.length <= NAMED
    ? { interval: 0, width: Math.floor((room - BESIDE) / Math.max(1, x.length)) - 6, overflow: 'break' }
    : { hideOverlap: true };
/** On one line, however many there are: below it stand the unit and the largest figure. */
const legendOf = (many: number, text: string) => ({
  show: many > 1,
  type: 'scroll',
  top: 0,
  right: 0,
  itemGap: 14,
  itemWidth: 14,
  textStyle: { color: text },
  pageTextStyle: { color: text },
});
const barsOf = ({ kind, series }: Drawing, data: readonly number[]) => ({
  type: 'bar',
  data: [...data],
  barMaxWidth: 36,
  ...(kind === 'bar' && series.length > 1 && { stack: 'all' }),
});
const lineOf = (data: readonly number[]) => ({
  type: 'line',
  data: [...data],
  showSymbol: data.length < 32,
  symbolSize: 5,
});
const optionOf = (drawing: Drawing, { text, strong, line, ground, type, colours }: Tokens, room: number) => {
  const { kind, unit, x, series } = drawing;
  return {
    animation: false,
    ...(colours.length > 0 && { color: colours }),
    textStyle: { fontFamily: type },
    grid: { left: 8, right: 16, top: series.length > 1 ? 40 : 28, bottom: 4, containLabel: true },
    legend: legendOf(series.length, text),
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
      axisLabel: { color: text, ...namesOf(drawing, room) },
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      name: unit,
      // What is counted has no halves on its axis.
      ...(series.every(({ data }) => data.every(Number.isInteger)) && { minInterval: 1 }),
      nameTextStyle: { color: text, align: 'right' },
      axisLabel: { color: text, formatter: short },
      splitLine: { lineStyle: { color: line } },
    },
    series: series.map(({ name, data }) => ({
      name,
      ...(kind === 'line' && x.length >= LEAST_TREND ? lineOf(data) : barsOf(drawing, data)),
    })),
  };
};

export type DrawnChartProps = { readonly chart: Drawing; readonly title: string };
export const DrawnChart = ({ chart, title }: DrawnChartProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const drawn = echarts.init(element, null, { renderer: 'svg' });
    const optionNow = () =>
      chart.kind === 'pie' ? pieOf(chart, tokens(element)) : optionOf(chart, tokens(element), element.clientWidth);
    const draw = (): void => drawn.setOption(optionNow(), true);
    draw();
    const room = new ResizeObserver(() => {
      drawn.resize();
      draw();
    });
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
