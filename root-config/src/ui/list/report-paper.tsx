/** A report on paper: title, what it is of, every row with the columns on screen, totals with their units; a chunk of its own. */
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { titleOf } from 'services/contracts/field-units';
import { count, isNumeric, moment } from '../format/show.ts';
import { openOverlay } from '../pieces/overlay.tsx';
import { CellContent } from './cell.tsx';
import { figuresOf } from './totals-strip.tsx';
import type { Column, ScreenHandle } from './types.ts';
import './report-paper.css';

export type PaperProps = {
  readonly title: string;
  /** What narrows it, in words: 分店：静安店. */
  readonly filters: readonly string[];
  readonly asOf: string | undefined;
  readonly printedAt: string;
  readonly columns: readonly Column<Record<string, unknown>>[];
  readonly rows: readonly Record<string, unknown>[];
  readonly totals: Readonly<Record<string, unknown>>;
  /** Of all rows, where not all are printed. */
  readonly count: number;
  /** What a row is called beside the count. */
  readonly counts: string;
  readonly screen: ScreenHandle;
};

/** More columns, smaller type: an A4 sheet across holds all of them. */
const sizeOf = (columns: number): string => (columns > 16 ? 'small' : columns > 10 ? 'middle' : 'large');

const Head = ({ title, filters, asOf, printedAt, count: all, counts, rows }: PaperProps) => (
  <header>
    <h1>{title}</h1>
    <p>{filters.join('　')}</p>
    <p>
      {asOf === undefined ? '' : `截至 ${moment(asOf)}　`}
      打印时间 {moment(printedAt)}　{counts} {count(all)} 条
      {rows.length < all ? `，本纸为前 ${count(rows.length)} 条，合计为全部` : ''}
    </p>
  </header>
);
const Rows = ({ columns, rows }: PaperProps) => (
  <table className={`ui-paper-${sizeOf(columns.length)}`}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.field} scope="col" className={isNumeric(column.kind) ? 'ui-paper-num' : undefined}>
            {titleOf(column)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        // Rows of a sheet of paper never move.
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={index}>
          {columns.map((column) => (
            <td key={column.field} className={isNumeric(column.kind) ? 'ui-paper-num' : undefined}>
              <CellContent column={column} row={row} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
const Totals = ({ columns, totals, screen }: Pick<PaperProps, 'columns' | 'totals' | 'screen'>) => (
  <footer>
    <strong>合计</strong>
    {figuresOf(columns, { totals, open: undefined, screen }).map(({ key, label, text }) => (
      <span key={key}>
        {label} <strong>{text}</strong>
      </span>
    ))}
  </footer>
);

const FRAME_MS = 100;
/** Prints once the words of codes are there, and goes when the printer's dialog does. */
const Paper = ({
  totalled,
  onDone,
  ...paper
}: PaperProps & { totalled: PaperProps['columns']; onDone: () => void }) => {
  const cache = useQueryClient();
  useEffect(() => {
    let timer = 0;
    const print = (): void => {
      if (cache.isFetching() > 0) timer = window.setTimeout(print, FRAME_MS);
      else window.print();
    };
    timer = window.setTimeout(print, FRAME_MS);
    window.addEventListener('afterprint', onDone);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('afterprint', onDone);
    };
  }, [cache, onDone]);
  return (
    <article className="ui-paper" aria-label={`${paper.title}打印稿`}>
      <Head {...paper} />
      <Rows {...paper} />
      <Totals columns={totalled} totals={paper.totals} screen={paper.screen} />
    </article>
  );
};

/** `totalled`: the columns that are added up, hidden ones too. */
export const printPaper = (paper: PaperProps & { readonly totalled: PaperProps['columns'] }): void => {
  openOverlay((close) => <Paper {...paper} onDone={close} />);
};
