/** Parts of today's sales as bars; what readers hear is a table. */
import type { Dashboard } from 'projections/dashboard/contract';
import { count, money } from 'root-config/ui';
import type { ComponentType, ReactNode } from 'react';
import styles from './dashboard.module.css';

type Sum = number | string;
export type PartRow = {
  readonly key: string;
  readonly name: string;
  readonly amount: Sum;
  readonly num: Sum;
  readonly path: string;
  /** What of it the page behind does not show yet. */
  readonly note?: string;
};
const most = (sums: readonly Sum[]): number => Math.max(1, ...sums.map(Number));
/** Beyond these a list says little; the rest stands in its report. */
const SHOWN = 8;

type LinkProps = { readonly path: string | null; readonly children: ReactNode; readonly label?: string };
type PartProps = {
  readonly title: string;
  readonly first: string;
  readonly rows: readonly PartRow[];
  readonly link: ComponentType<LinkProps>;
};
export const PartTable = ({ title, first, rows, link: Link }: PartProps) => {
  const full = most(rows.map(({ amount }) => amount));
  const shown = rows.slice(0, SHOWN);
  return (
    <section className={styles['panel']} aria-label={title}>
      <h2>
        {title}
        {rows.length > SHOWN ? (
          <small>
            前 {SHOWN} 名，共 {rows.length} 个
          </small>
        ) : null}
      </h2>
      {rows.length === 0 ? (
        <p className={styles['none']}>今天还没有销售。</p>
      ) : (
        <table className={styles['parts']}>
          <thead className={styles['heard']}>
            <tr>
              <th scope="col">{first}</th>
              <th scope="col">首饰金额</th>
              <th scope="col">件数</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, name, amount, num, path, note }) => (
              <tr key={key}>
                <th scope="row">
                  <Link path={path}>{name || '未填写'}</Link>
                  {note === undefined ? null : <small>{note}</small>}
                </th>
                <td>
                  <i aria-hidden style={{ width: `${Math.max(0, (Number(amount) / full) * 100)}%` }} />
                  <span>{money(amount)}</span>
                </td>
                <td>{count(num)} 件</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};

const HEIGHT = 100;
const WIDTH = 20;
/** The hours a shop is open, and those in which something was sold besides. */
const hoursOf = (hours: Dashboard['byHour']): readonly number[] => {
  const sold = hours.map(({ hour }) => hour);
  const [first, last] = [Math.min(9, ...sold), Math.max(21, ...sold)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
};
type HoursProps = {
  readonly hours: Dashboard['byHour'];
  /** The orders of the day: the latest come first there. */
  readonly path: string;
  readonly link: ComponentType<LinkProps>;
};
export const HourBars = ({ hours, path, link: Link }: HoursProps) => {
  const shown = hoursOf(hours);
  const full = most(hours.map(({ amount }) => amount));
  const at = new Map(hours.map((one) => [one.hour, one]));
  return (
    <section className={styles['panel']} aria-label="今天各时段">
      <h2>
        今天各时段
        <small>按录入时间</small>
      </h2>
      {hours.length === 0 ? <p className={styles['none']}>今天还没有销售。</p> : null}
      <Link path={hours.length === 0 ? null : path} label="今天的销售单，各时段">
        <svg viewBox={`0 0 ${shown.length * WIDTH} ${HEIGHT + 16}`} className={styles['bars']} aria-hidden>
          {shown.map((hour, index) => {
            const height = Math.max(0, (Number(at.get(hour)?.amount ?? 0) / full) * HEIGHT);
            return (
              <g key={hour}>
                <rect x={index * WIDTH + 3} y={HEIGHT - height} width={WIDTH - 6} height={height} rx={2}>
                  <title>{`${hour} 时 ${money(at.get(hour)?.amount ?? 0)}`}</title>
                </rect>
                <text x={index * WIDTH + WIDTH / 2} y={HEIGHT + 12} textAnchor="middle">
                  {hour}
                </text>
              </g>
            );
          })}
        </svg>
      </Link>
      <table className={styles['heard']}>
        <thead>
          <tr>
            <th scope="col">时段</th>
            <th scope="col">首饰金额</th>
            <th scope="col">件数</th>
          </tr>
        </thead>
        <tbody>
          {hours.map(({ hour, amount, num }) => (
            <tr key={hour}>
              <th scope="row">{hour} 时</th>
              <td>{money(amount)}</td>
              <td>{count(num)} 件</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
