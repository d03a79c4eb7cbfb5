/**
 * Versions of a keyed projection's rows, for "as of": each stands from the position that made it to the one that ended
 * it. Only what lists find, order and sum by is kept, so a version begins when one of those columns changes; the rows
 * themselves are folded again from their own stream when somebody looks (platform/past.ts). A table beside the live
 * one, so that the present costs what it cost before.
 */
import same from 'fast-deep-equal';
import type { Recorded } from 'services/event-store/port';
import { keyed, type Cell, type KeyedProjection, type Projection, type Row } from './projection.ts';

type Version = Row & { readonly from_position: number; readonly to_position: number | null };
export type Versioned<R extends Row> = Omit<KeyedProjection<R>, 'kind'> & {
  /** Columns that make a version; the identity and the key among them. */
  readonly columns: readonly string[];
  /** What the fold carries from event to event without making a version, with its value in a version that has ended. */
  readonly working?: Readonly<Record<string, Cell>>;
  /** What the fold reads of a row besides: the versions do not keep it. */
  readonly blank?: Readonly<Record<string, Cell>>;
  /** Rows a list may show; others leave no version behind. Default: all. */
  readonly shown?: (row: R) => boolean;
};

const isOpen = (row: Version): boolean => row.to_position === null;

/** The table has the `columns`, those of `working`, and `from_position`, `to_position` (null: still). */
export const versioned = <R extends Row>(declared: Versioned<R>): Projection => {
  const { columns, working = {}, blank = {}, shown = () => true, fold, identity, ...rest } = declared;
  const kept = [...columns, ...Object.keys(working)];
  const narrow = (row: R): Row => Object.fromEntries(kept.map((column) => [column, row[column] ?? null]));
  const whole = ({ from_position: _from, to_position: _to, ...row }: Version): R =>
    ({ ...blank, ...row }) as unknown as R;
  const isSame = (one: Row, other: Row, names: readonly string[]): boolean =>
    names.every((name) => same(one[name], other[name]));

  const ended = (row: Version, position: number): readonly Version[] =>
    shown(whole(row)) ? [{ ...row, ...working, to_position: position }] : [];
  const step = (before: readonly Version[], after: readonly R[], position: number): readonly Version[] => {
    const left = new Set(before);
    const standing = after.flatMap((row): readonly Version[] => {
      const now = narrow(row);
      const then = before.find((one) => isSame(one, now, identity));
      if (then !== undefined) left.delete(then);
      if (then === undefined) return [{ ...now, from_position: position, to_position: null }];
      if (!isSame(then, now, columns)) {
        return [...ended(then, position), { ...now, from_position: position, to_position: null }];
      }
      return [isSame(then, now, kept) ? then : { ...then, ...now }];
    });
    return [...[...left].flatMap((row) => ended(row, position)), ...standing];
  };
  return keyed<Version>({
    ...rest,
    identity: [...identity, 'from_position'],
    reads: { where: 'to_position is null' },
    fold: (rows, event: Recorded) => {
      const open = rows.filter(isOpen);
      const after = fold(open.map(whole), event);
      return [...rows.filter((row) => !isOpen(row)), ...step(open, after, event.position)];
    },
  });
};
