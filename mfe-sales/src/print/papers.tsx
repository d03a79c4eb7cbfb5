/** 打印 and 在线打印 of the counter's papers (R53): by the shop's print service, or on the browser's own print page. */
import { GoTo, can } from 'root-config/api';
import type { BulkAction, FormButton, RowAction } from 'root-config/ui';

type Paper = {
  /** Where copies are counted. */
  readonly path: string;
  readonly title: string;
  /** Keys of the two ways; absent: whoever sees it may print it. */
  readonly service?: string;
  readonly page?: string;
};
const PAPERS = {
  invoice: { path: '/biz-sell', title: '销售单', service: 'biz:bizSell:offlinePrint', page: 'biz:bizSell:print' },
  recycle: { path: '/biz-alone-recycle', title: '旧料回收单' },
  clean: { path: '/biz-sell-clean', title: '维修收件单' },
  shift: { path: '/biz-shift', title: '交班单' },
  deposit: { path: '/biz-deposit', title: '定金储值单' },
  recycleOut: { path: '/biz-recycle-out', title: '旧料出库单' },
} as const satisfies Readonly<Record<string, Paper>>;
/** Kind of its print templates. */
export type PaperKind = keyof typeof PAPERS;

const may = (key: string | undefined): boolean => key === undefined || can(key);
const waysOf = (kind: PaperKind): { readonly service: boolean; readonly page: boolean } => {
  const { service, page }: Paper = PAPERS[kind];
  return { service: may(service), page: may(page) };
};
/** Whether this user may print it in any way. */
export const mayPrint = (kind: PaperKind): boolean => {
  const { service, page } = waysOf(kind);
  return service || page;
};
/** Now: by the print service when it answers, else by the browser. What goes wrong is said; the document is stored anyway. */
export const printNow = async (kind: PaperKind, ids: readonly number[]): Promise<boolean> => {
  const { printPapers } = await import('root-config/print');
  const { path, title } = PAPERS[kind];
  return printPapers({ kind, path, title, ids }, 'any', waysOf(kind));
};
const onPage = (kind: PaperKind, ids: readonly number[]) => (
  <GoTo to={`/new-page?type=report&kind=${kind}&id=${ids.join(',')}`} />
);

type Row = { readonly id: number };
const allow = (key: string | undefined) => (key === undefined ? {} : { allow: key });
/** On a row of the list. */
export const printActions = <R extends Row>(kind: PaperKind): readonly RowAction<R>[] => {
  const { service, page }: Paper = PAPERS[kind];
  return [
    { label: '打印', ...allow(service), reads: true, run: ({ id }) => void printNow(kind, [id]) },
    { label: '在线打印', ...allow(page), reads: true, open: ({ id }) => onPage(kind, [id]) },
  ];
};
const idsOf = (rows: readonly Row[]): number[] => rows.map(({ id }) => id);
/** On what is chosen in the list; `blocked`: why not so many. */
export const bulkPrintActions = <R extends Row>(
  kind: PaperKind,
  blocked?: (rows: readonly R[]) => string | undefined,
): readonly BulkAction<R>[] => {
  const { service, page }: Paper = PAPERS[kind];
  const when = blocked === undefined ? {} : { blocked };
  return [
    { label: '打印', ...allow(service), reads: true, ...when, run: (rows) => void printNow(kind, idsOf(rows)) },
    { label: '在线打印', ...allow(page), reads: true, ...when, open: (rows) => onPage(kind, idsOf(rows)) },
  ];
};

const SAVE_AND_PRINT = 'print';
/** 保存, 保存并打印, and 打印 of what is only looked at; `shortcut`: of the one that is pressed most. */
export const printButtons = <V extends object>(
  kind: PaperKind,
  id: number | undefined,
  shortcut?: string,
): readonly FormButton<V>[] => {
  const printable = mayPrint(kind);
  const key = shortcut === undefined ? {} : { shortcut };
  return [
    {
      name: 'save',
      label: '保存',
      variant: 'primary',
      ...(!printable && key),
      when: ({ mode }) => mode !== 'view',
    },
    { name: SAVE_AND_PRINT, label: '保存并打印', ...key, when: ({ mode }) => mode !== 'view' && printable },
    {
      name: 'reprint',
      label: '打印',
      always: true,
      when: ({ mode }) => mode === 'view' && printable,
      press: () => {
        if (id !== undefined) void printNow(kind, [id]);
      },
    },
  ];
};
/** After a save by 保存并打印. */
export const printSaved = (kind: PaperKind, button: string, id: number): void => {
  if (button === SAVE_AND_PRINT) void printNow(kind, [id]);
};
