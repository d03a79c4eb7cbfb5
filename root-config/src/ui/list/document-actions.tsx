/** The actions every document list has: 查看, 编辑, 审核, 反审核, 删除 on rows, the last three on selections (S0§4, R4, R12). */
import type { ReactNode } from 'react';
import type { FormMode } from '../form/types.ts';
import { askUnaudit, confirmAudit, confirmDelete } from '../pieces/confirm.tsx';
import { runCommand } from '../pieces/run-command.tsx';
import { mixedReason } from './mixed-reason.ts';
import type { BulkAction, RowAction, ScreenHandle } from './types.ts';

const AUDITED = 2;
export type DocumentRow = {
  readonly id: number;
  /** DB17854 and XS17807, as people name them. */
  readonly no?: string;
  readonly orderNo?: string;
  readonly auditFlag: number;
};
export type DocumentActions<Row extends DocumentRow> = {
  /** Below /api/v1: `/biz-allocate`. */
  readonly path: string;
  /** Prefix of the permission keys: `biz:bizAllocate`. */
  readonly keys: string;
  /** Key of 查看 where it is not the list's own. */
  readonly viewKey?: string;
  readonly open: (row: Row, mode: FormMode, screen: ScreenHandle) => ReactNode;
  /** A reason why it cannot be edited now; and why it cannot be deleted. */
  readonly editBlocked?: (row: Row) => string | undefined;
  readonly removeBlocked?: (row: Row) => string | undefined;
  /** Rows that never act by themselves: only 查看 stays. */
  readonly readOnly?: (row: Row) => boolean;
  /** What those rows are: 调拨入库. */
  readonly readOnlyName?: string;
};

const idsOf = (rows: readonly DocumentRow[]): number[] => rows.map(({ id }) => id);
const numbersOf = (rows: readonly DocumentRow[]) => rows.map(({ id, no, orderNo }) => no ?? orderNo ?? id);

/** The commands, also for dialogs that offer them. */
export const documentCommands = (path: string) => {
  const views = [path];
  return {
    audit: async (ids: readonly number[]): Promise<boolean> =>
      (await confirmAudit()) && runCommand({ method: 'PUT', path: `${path}/audit/${ids[0]}`, body: { ids }, views }),
    remove: async (rows: readonly DocumentRow[]): Promise<boolean> =>
      (await confirmDelete(numbersOf(rows))) &&
      runCommand({ method: 'DELETE', path, body: { ids: idsOf(rows) }, views }),
    unaudit: async (rows: readonly DocumentRow[]): Promise<boolean> => {
      const reason = await askUnaudit(numbersOf(rows));
      if (reason === undefined) return false;
      const ids = idsOf(rows);
      return runCommand({ method: 'PUT', path: `${path}/unaudit/${ids[0]}`, body: { ids, reason }, views });
    },
  };
};

export const documentActions = <Row extends DocumentRow>(
  spec: DocumentActions<Row>,
): { readonly actions: readonly RowAction<Row>[]; readonly bulk: readonly BulkAction<Row>[] } => {
  const { audit, remove, unaudit } = documentCommands(spec.path);
  const fixed = (row: Row): boolean => spec.readOnly?.(row) ?? false;
  const pending = (row: Row): boolean => row.auditFlag !== AUDITED && !fixed(row);
  const audited = (row: Row): boolean => row.auditFlag === AUDITED && !fixed(row);
  const blocked =
    (deed: string, wanted: 'pending' | 'audited') =>
    (rows: readonly Row[]): string | undefined =>
      mixedReason(rows, deed, [
        [fixed, `是${spec.readOnlyName ?? '别处生成的'}`],
        wanted === 'pending' ? [audited, '已审核'] : [pending, '待审核'],
      ]);
  return {
    actions: [
      {
        label: '查看',
        main: true,
        reads: true,
        ...(spec.viewKey !== undefined && { allow: spec.viewKey }),
        open: (row, screen) => spec.open(row, 'view', screen),
      },
      {
        label: '编辑',
        allow: `${spec.keys}:edit`,
        when: pending,
        ...(spec.editBlocked !== undefined && { blocked: spec.editBlocked }),
        open: (row, screen) => spec.open(row, 'edit', screen),
      },
      { label: '审核', allow: `${spec.keys}:audit`, when: pending, run: (row) => audit([row.id]) },
      { label: '反审核', allow: `${spec.keys}:unaudit`, when: audited, danger: true, run: (row) => unaudit([row]) },
      {
        label: '删除',
        allow: `${spec.keys}:remove`,
        when: pending,
        danger: true,
        ...(spec.removeBlocked !== undefined && { blocked: spec.removeBlocked }),
        run: (row) => remove([row]),
      },
    ],
    bulk: [
      {
        label: '审核',
        allow: `${spec.keys}:audit`,
        blocked: blocked('审核', 'pending'),
        run: (rows) => audit(idsOf(rows)),
      },
      {
        label: '反审核',
        allow: `${spec.keys}:unaudit`,
        danger: true,
        blocked: blocked('反审核', 'audited'),
        run: unaudit,
      },
      {
        label: '删除',
        allow: `${spec.keys}:remove`,
        danger: true,
        blocked: blocked('删除', 'pending'),
        run: remove,
      },
    ],
  };
};
