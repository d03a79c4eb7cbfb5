import { useDictionary, useShopTree } from 'root-config/api';
import type { ReactNode } from 'react';
import { pictureNames, showInList, words } from '../format/show.ts';
import { StatusLabel } from '../pieces/status-label.tsx';
import { Thumb } from '../pieces/thumb.tsx';
import type { Column } from './types.ts';

const DictWords = ({ dict, value }: { dict: string; value: unknown }) => {
  const { labelOf } = useDictionary(dict);
  return words(typeof value === 'string' || typeof value === 'number' ? labelOf(value) : value);
};
const ShopWords = ({ value }: { value: unknown }) => {
  const { nameOf } = useShopTree();
  return words(nameOf(Number(value)));
};

/** A value as its column shows it. */
export const CellContent = <Row extends object>({ column, row }: { column: Column<Row>; row: Row }): ReactNode => {
  if (column.render !== undefined) return column.render(row);
  const value = row[column.field];
  switch (column.kind) {
    case 'picture':
      return <Thumb names={pictureNames(value)} />;
    case 'status':
      return <StatusLabel value={value} labels={column.labels} />;
    case 'dict':
      return <DictWords dict={column.dict ?? ''} value={value} />;
    case 'shop':
      return column.nameField === undefined ? <ShopWords value={value} /> : words(row[column.nameField]);
    default:
      return showInList(column.field, column.kind, row, value);
  }
};
