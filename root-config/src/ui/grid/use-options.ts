import { useQueries } from '@tanstack/react-query';
import { dictionaryOptions } from 'root-config/api';
import { useCallback, useMemo } from 'react';
import type { Option } from '../format/kinds.ts';
import type { LineColumn } from './types.ts';

const NONE: readonly Option[] = [];
/** Options of select and dictionary columns; the function stays the same until a dictionary arrives. */
export const useColumnOptions = <L extends object>(columns: readonly LineColumn<L>[]) => {
  const types = useMemo(
    () => [...new Set(columns.flatMap(({ dict }) => (dict === undefined ? [] : [dict])))],
    [columns],
  );
  const found = useQueries({
    queries: types.map((type) => dictionaryOptions(type)),
    combine: (results) => results.map(({ data }) => data),
  });
  return useCallback(
    (column: LineColumn<L>): readonly Option[] =>
      column.options ?? (column.dict === undefined ? NONE : (found[types.indexOf(column.dict)] ?? NONE)),
    [found, types],
  );
};
