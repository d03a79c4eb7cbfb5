/** The list of a kind of documents whose lines are pieces: what all have, with the kind's own filters and columns. */
import { AUDIT_OPTIONS } from 'services/contracts/audit';
import type { Fields } from 'services/contracts/fields';
import { DocumentStatus, count, documentActions, listScreen, weight } from 'root-config/ui';
import type { Column, Filter, FormMode, ListEndpoint, ListSpec, ScreenHandle } from 'root-config/ui';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { bulkPrintAction, printAction } from '../print-action.tsx';
import { listColumns } from './columns.ts';

type DocumentRow = {
  readonly id: number;
  readonly no: string;
  readonly auditFlag: number;
  readonly underWay: string;
  readonly num: number;
  readonly goldWeight: number;
  readonly lineCount: number;
  readonly auditor: string;
  readonly createdBy: string;
  readonly createdAt: string;
};
type ListOf<Row extends DocumentRow> = ListEndpoint & { readonly row: z.ZodType<Row> };
type Spec<Row extends DocumentRow> = Pick<ListSpec<Row>, 'title' | 'empty' | 'exportName'> & {
  readonly fields: Fields;
  /** Prefix of the permission keys: `biz:bizAllocate`. */
  readonly keys: string;
  readonly viewKey?: string;
  readonly dialog: (row: Row, mode: FormMode, screen: ScreenHandle) => ReactNode;
  readonly editBlocked?: (row: Row) => string | undefined;
  /** What its day is called. */
  readonly day: string;
  /** On the first line, behind the days; and those that wait behind 更多筛选. */
  readonly filters: readonly Filter[];
  readonly further?: readonly Filter[];
  /** In this order; who made it stands at the end. */
  readonly columns: readonly (keyof Row & string)[];
  readonly render?: { readonly [Name in keyof Row]?: NonNullable<Column<Row>['render']> };
  /** Buttons that begin a new one, the first of them the screen's own. */
  readonly adds: readonly (readonly [label: string, open: (screen: ScreenHandle) => ReactNode])[];
  /** Kind of its paper. */
  readonly print?: string;
  /** Before the status, on a card. */
  readonly mark?: (row: Row) => ReactNode;
  readonly facts: (row: Row) => readonly (readonly [label: string, value: ReactNode])[];
};

export const pieceDocumentList = <Row extends DocumentRow>(endpoint: ListOf<Row>, spec: Spec<Row>) => {
  const { fields, keys, viewKey, dialog, editBlocked, day, filters, further = [], columns, render = {} } = spec;
  const { adds, print, mark, facts, ...titles } = spec;
  const { actions, bulk } = documentActions<Row>({
    path: endpoint.path,
    keys,
    open: dialog,
    ...(viewKey !== undefined && { viewKey }),
    ...(editBlocked !== undefined && { editBlocked }),
  });
  return listScreen(endpoint, {
    ...titles,
    permission: `${keys}:list`,
    filters: [
      { kind: 'dates', label: day, daily: true },
      ...filters.map((filter) => ({ ...filter, daily: true })),
      { kind: 'text', name: 'barcode', label: '条码', clearsDates: true, daily: true },
      ...further,
      { kind: 'select', name: 'auditFlag', label: '审核状态', options: AUDIT_OPTIONS },
    ],
    columns: listColumns<Row>(fields, columns, { auditFlag: (row) => <DocumentStatus row={row} />, ...render }),
    sums: true,
    toolbar: adds.map(([label, open], index) => ({
      label,
      ...(index === 0 && { primary: true }),
      allow: `${keys}:add`,
      open,
    })),
    actions: print === undefined ? actions : [...actions, printAction<Row>(print)],
    bulk: print === undefined ? bulk : [...bulk, bulkPrintAction<Row>(print)],
    card: (row) => ({
      title: row.no,
      subtitle:
        mark === undefined ? (
          <DocumentStatus row={row} />
        ) : (
          <>
            {mark(row)} <DocumentStatus row={row} />
          </>
        ),
      facts: [...facts(row), ['数量', `${count(row.num)} 件`], ['金重', weight(row.goldWeight)]],
    }),
  });
};
