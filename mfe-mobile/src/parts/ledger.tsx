/** A ledger, the newest first, read on step by step. */
import { usePages } from '../client/use-pages.ts';
import { More } from './more.tsx';
import './ledger.css';

type LedgerLine = { readonly what: string; readonly much: string; readonly when: string };
type Props<Row> = {
  readonly path: string;
  readonly label: string;
  readonly page: { readonly list: readonly Row[]; readonly count: number };
  readonly tell: (row: Row) => LedgerLine;
};
export const Ledger = <Row extends { readonly id: number }>({ path, label, page, tell }: Props<Row>) => {
  const pages = usePages<Row>(path, page.list);
  return (
    <>
      <section className="card" aria-label={label}>
        <h2>{label}</h2>
        <ul className="ledger">
          {pages.rows.map((row) => {
            const { what, much, when } = tell(row);
            return (
              <li key={row.id}>
                <span>{what}</span>
                <span className="ledger-much">{much}</span>
                <span className="ledger-when">{when}</span>
              </li>
            );
          })}
        </ul>
      </section>
      <More of={pages} count={page.count} />
    </>
  );
};
