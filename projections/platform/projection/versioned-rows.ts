/**
 * Versions of a keyed projection's rows, for "as of": each stands from the position that made it to the one that ended
 * it. Only what lists find, order and sum by is kept, so a version begins when one of those columns changes; the rows
 * themselves are folded again from their own stream when somebody looks (platform/queries/past-rows.ts). A table beside the live
 * one, so that the present costs what it cost before.
 */
import same from 'fast-deep-equal';
import type { Recorded } from 'services/event-store/port';
import { keyed, type Cell, type KeyedProjection, type Projection, type Row } from './projection.ts';

type Version = Row & { readonly from_position: number; readonly to_position: number | null };
export type VersionedProjection<R extends Row> = Omit<KeyedProjection<R>, 'kind'> & {
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

const isSame = (one: Row, other: Row, names: readonly string[]): boolean => {
  for (const name of names) {
    const [was, is] = [one[name] ?? null, other[name] ?? null];
    if (was !== is && !same(was, is)) return false;
  }
  return true;
};

/** Makes a new version of a row, with the columns `kept`. */
const opening = (kept: readonly string[]): ((row: Row, position: number) => Version) => {
  // Copied as one: an object that is given so many names one by one is several times as slow, then and ever after.
  const empty = JSON.parse(JSON.stringify(Object.fromEntries(kept.map((name) => [name, null])))) as Record<
    string,
    Cell
  >;
  return (row, position) => {
    const version: Record<string, Cell> = { ...empty, from_position: position, to_position: null };
    for (const name of kept) version[name] = row[name] ?? null;
    return version as Version;
  };
};

/** The table has the `columns`, those of `working`, and `from_position`, `to_position` (null: still). */
export const versioned = <R extends Row>(declared: VersionedProjection<R>): Projection => {
  const { columns, working = {}, blank = {}, shown = () => true, fold, identity, ...rest } = declared;
  const kept = [...columns, ...Object.keys(working)];
  const opened = opening(kept);
  /** What the fold takes for its own row: it copies the two positions along and knows nothing of them. */
  const whole = (row: Version): R => Object.assign({ ...row }, blank) as unknown as R;
  const ended = (row: Version, position: number): readonly Version[] =>
    shown(whole(row)) ? [{ ...row, ...working, to_position: position }] : [];
  const step = (before: readonly Version[], after: readonly R[], position: number): readonly Version[] => {
    const left = new Set(before);
    const standing = after.flatMap((row): readonly Version[] => {
      const then = before.find((one) => isSame(one, row, identity));
      if (then === undefined) return [opened(row, position)];
      left.delete(then);
      if (!isSame(then, row, columns)) return [...ended(then, position), opened(row, position)];
      return [isSame(then, row, kept) ? then : { ...opened(row, position), from_position: then.from_position }];
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
