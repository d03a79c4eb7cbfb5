import { can } from 'root-config/api';
import type { ReactNode } from 'react';
import { show } from '../format/show.ts';
import type { Column, ScreenHandle } from './types.ts';

/** A list's sums, or why there are none; null where nobody adds it up. */
export type ShownTotals = Readonly<Record<string, unknown>> | 'coming' | 'failed' | null;
export type Figure = {
  readonly key: string;
  readonly label: string;
  readonly text: ReactNode;
  /** Opens what the figure is made of. */
  readonly onOpen?: (() => void) | undefined;
  /** The figure most looked for. */
  readonly main?: boolean;
  /** Folded on a phone. */
  readonly zero?: boolean;
};

/** Figures over a list, each with what it is made of behind it, and what they count. */
export const TotalsStrip = ({ counts, figures }: { counts: ReactNode; figures: readonly Figure[] }) => (
  <ul className="ui-totals" aria-label="合计">
    <li className="ui-totals-counts">{counts}</li>
    {figures.map(({ key, label, text, onOpen, main, zero }) => (
      <li key={key} className={main ? 'ui-totals-main' : zero ? 'ui-totals-zero' : undefined}>
        <span>{label}</span>
        {onOpen === undefined ? (
          <strong>{text}</strong>
        ) : (
          <button type="button" className="ui-figure" title="查看来源" onClick={onOpen}>
            {text}
          </button>
        )}
      </li>
    ))}
  </ul>
);

type StripProps = {
  readonly totals: ShownTotals;
  /** The panel behind a figure. */
  readonly open: ((field: string, screen: ScreenHandle) => ReactNode) | undefined;
  readonly screen: ScreenHandle;
};
/** The figures of the columns that are added up, as far as this user may see them. */
export const figuresOf = <Row extends object>(
  columns: readonly Column<Row>[],
  { totals, open, screen }: StripProps,
): readonly Figure[] =>
  columns.flatMap((column): readonly Figure[] => {
    const { field, title, totalTitle = title, totalText, kind, total, allow } = column;
    if (total === undefined || (allow !== undefined && !can(allow)) || totals === null) return [];
    const named = { key: field, label: totalTitle };
    if (totals === 'coming') return [{ ...named, text: <span title="正在合计">…</span> }];
    if (totals === 'failed') return [{ ...named, text: <span title="合计没有取到">—</span> }];
    const name = total === true ? field : total;
    const figure = totals[name];
    if (figure === undefined || figure === null) return [];
    const text = totalText?.(totals) ?? show(kind, figure);
    return [
      {
        ...named,
        text,
        zero: Number(figure) === 0,
        ...(open !== undefined && { onOpen: () => screen.show(open(name, screen)) }),
      },
    ];
  });
