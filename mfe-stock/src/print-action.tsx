/** 打印 on the rows of a document: its paper true to size, on the print page. It prints what is true now, so not the past. */
import { GoTo } from 'root-config/api';
import type { BulkAction, RowAction } from 'root-config/ui';

/** `kind` of the print templates: allocate, goodsReturn, check. */
export const printAction = <Row extends { readonly id: number }>(kind: string): RowAction<Row> => ({
  label: '打印',
  open: ({ id }) => <GoTo to={`/new-page?type=report&kind=${kind}&id=${id}`} />,
});

/** 打印 on a selection: one paper after the other on the print page. */
export const bulkPrintAction = <Row extends { readonly id: number }>(kind: string): BulkAction<Row> => ({
  label: '打印',
  open: (rows) => <GoTo to={`/new-page?type=report&kind=${kind}&id=${rows.map(({ id }) => id).join(',')}`} />,
});
