/** Branches of a list that is a tree: which stand open, and the sign before the first column that folds them. */
import { usePageState } from 'root-config/api';
import type { ReactNode } from 'react';
import { words } from '../format/show.ts';
import { keyOfRow } from './row-key.ts';
import { unfolded } from './tree-rows.ts';
import type { ListSpec } from './types.ts';

export type Branches<Row extends object> = {
  readonly rows: readonly Row[];
  readonly depthOf: (row: Row) => number;
  /** undefined: nothing lies below it. */
  readonly openOf: (row: Row) => boolean | undefined;
  readonly toggle: (row: Row) => void;
};
/** `asked`: the filters as a text; what they found stands open, and is folded apart from the whole tree. */
export const useTree = <Row extends object>(
  spec: ListSpec<Row>,
  rows: readonly Row[],
  asked: string,
): Branches<Row> | undefined => {
  const [turned, turn] = usePageState<Readonly<Record<string, boolean>>>(`tree:${spec.title}`, {});
  const { tree } = spec;
  if (tree === undefined) return undefined;
  const nameOf = (row: Row): string => `${asked} ${keyOfRow(spec, row)}`;
  const isOpen = (row: Row): boolean => turned[nameOf(row)] ?? (asked !== '' || tree.depthOf(row) < tree.open);
  const shown = unfolded(rows, tree.depthOf, isOpen);
  const opens = new Map(shown.map(({ row, open }) => [row, open]));
  return {
    rows: shown.map(({ row }) => row),
    depthOf: tree.depthOf,
    openOf: (row) => opens.get(row),
    toggle: (row) => turn((before) => ({ ...before, [nameOf(row)]: !isOpen(row) })),
  };
};

const INDENT = 20;
const SIGN = 24;
/** For a table of them: its role, and the px that stand before the words of the first column. */
export const treeTable = <Row extends object>(branches: Branches<Row> | undefined) =>
  branches === undefined
    ? { role: undefined, indent: undefined }
    : { role: 'treegrid', indent: (row: Row): number => branches.depthOf(row) * INDENT + SIGN };

type SignProps<Row extends object> = {
  /** undefined: it stands as it is. */
  readonly branches: Branches<Row> | undefined;
  readonly spec: ListSpec<Row>;
  readonly row: Row;
  readonly children: ReactNode;
};
/** The first cell of a line: as far to the right as it lies deep. */
export const TreeCell = <Row extends object>({ branches, spec, row, children }: SignProps<Row>) => {
  if (branches === undefined) return children;
  const open = branches.openOf(row);
  const name = words(row[spec.columns[0]?.field ?? ('id' as keyof Row & string)]);
  return (
    <span className="ui-branch" style={{ paddingInlineStart: branches.depthOf(row) * INDENT }}>
      {open === undefined ? (
        <i className="ui-branch-sign" />
      ) : (
        <button
          type="button"
          className="ui-branch-sign"
          aria-expanded={open}
          aria-label={name}
          onClick={() => branches.toggle(row)}
        >
          {open ? '▾' : '▸'}
        </button>
      )}
      {children}
    </span>
  );
};
