import { words } from '../format/show.ts';
import type { ListSpec } from './types.ts';

export const keyOfRow = <Row extends object>({ rowKey }: Pick<ListSpec<Row>, 'rowKey'>, row: Row): string =>
  words(row[rowKey ?? ('id' as keyof Row & string)]);
