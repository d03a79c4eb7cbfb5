/** Parts of today's sales as bars; what readers hear is a table. */
import type { Dashboard } from 'projections/dashboard/contract';
import { count, money } from 'root-config/ui';
import type { ComponentType, ReactNode } from 'react';
import styles from './dashboard.module.css';

type Sum = number | string;
export type ShareRow = {
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

type LinkProps = { readonly path: string | null; readonly children: ReactNode };
type ShareTableProps = {
  readonly title: string;
  readonly first: string;
  readonly rows: readonly ShareRow[];
  readonly link: ComponentType<LinkProps>;
};
export const PartTable = ({ title, first, rows, link: Link }: ShareTableProps) => {
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

/** The hours a shop is open, and those in which something was sold besides. */
const hoursOf = (hours: Dashboard['byHour']): readonly number[] => {
  const sold = hours.map(({ hour }) => hour);
  const [first, last] = [Math.min(9, ...sold), Math.max(21, ...sold)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
};
type HourProps = {
  readonly hours: Dashboard['byHour'];
  /** The orders of one hour. */
  readonly pathOf: (hour: number) => string;
  readonly link: ComponentType<LinkProps>;
};
export const HourBars = ({ hours, pathOf, link: Link }: HourProps) => {
  const full = most(hours.map(({ amount }) => amount));
  const at = new Map(hours.map((one) => [one.hour, one]));
  return (
    <section className={styles['panel']} aria-label="今天各时段">
      <h2>
        今天各时段
        <small>按录入时间</small>
      </h2>
      {hours.length === 0 ? (
        <p className={styles['none']}>今天还没有销售。</p>
      ) : (
        <ol className={styles['hours']}>
          {hoursOf(hours).map((hour) => {
            const sold = at.get(hour);
            const words = sold === undefined ? `${hour} 时` : `${hour} 时 ${money(sold.amount)} ${count(sold.num)} 件`;
            return (
              <li key={hour} title={words}>
                <Link path={sold === undefined ? null : pathOf(hour)}>
                  <i aria-hidden style={{ height: `${Math.max(0, (Number(sold?.amount ?? 0) / full) * 100)}%` }} />
                  <span className={styles['heard']}>{words}</span>
                </Link>
                <small aria-hidden>{hour}</small>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
};
