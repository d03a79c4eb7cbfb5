import { useMemo } from 'react';
import { LineGrid } from './line-grid.tsx';
import { LineModel } from './line-model.ts';
import type { GridProps } from './types.ts';

/** Rows to read: frozen columns, copy, keyboard; for 100,000 of them as for ten. Enter opens. */
export const Grid = <L extends object>({ rows, keyOf, onOpen, ...rest }: GridProps<L>) => {
  const model = useMemo(() => new LineModel(keyOf, rows), [rows, keyOf]);
  return <LineGrid {...rest} model={model} readOnly onOpen={onOpen} />;
};
