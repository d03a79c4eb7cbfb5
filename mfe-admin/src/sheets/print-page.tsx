/**
 * The print page (S2§2): `type` (label or report), `id` (several with commas), `printTemplate`; `kind` of a report.
 * Sheets stand true to size on the screen as they will on paper.
 */
import { RouterLink, messageOf, toast, useCan, useNavigate } from 'root-config/api';
import {
  counted,
  loadLayout,
  loadPaper,
  printPapers,
  printSheets,
  renderSheets,
  type LoadedPaper,
  type PrintData,
} from 'root-config/print';
import { PRINTED_KINDS } from 'services/contracts/printed-kinds';
import { LABEL_KIND } from 'services/master-data/contract';
import { Button, EmptyState, FailedState, RemoteSelect, SkeletonBox, pictureUrl } from 'root-config/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { PrintLayout } from 'services/contracts/print-layout';
import type { PrintWay } from 'services/contracts/print-copies';
import { DESIGN_KEYS } from '../design/design-keys.ts';
import { goBack } from './go-back.ts';
import './sheets.css';

export type PrintRequest = { readonly kind: string; readonly ids: readonly string[]; readonly printTemplate: string };
/** More labels than these are printed from their list, which has a queue for them. */
const MOST_RECORDS = 200;
const SHOWN_SHEETS = 50;

type PrintJob = {
  readonly papers: readonly LoadedPaper[];
  readonly fileName: string;
  readonly layout: PrintLayout | null;
};
const load = async ({ kind, ids }: PrintRequest, chosen: string): Promise<PrintJob> => {
  const papers = await Promise.all(ids.slice(0, MOST_RECORDS).map((id) => loadPaper(kind, id)));
  const fileName = chosen === '' ? (papers[0]?.templateName ?? '') : chosen;
  return { papers, fileName, layout: fileName === '' ? null : await loadLayout(fileName) };
};
/** What is printed of that kind, where its copies are counted; labels are not. */
const countedKind = (kind: string) => (kind === LABEL_KIND ? undefined : PRINTED_KINDS.get(kind));
const rowsOf = (papers: readonly LoadedPaper[]): readonly PrintData[] => papers.map(({ data }) => data);
const toBrowser = async (kind: string, { papers, layout }: PrintJob): Promise<void> => {
  if (layout === null) return;
  const paper = countedKind(kind);
  const printed = paper === undefined ? papers : await counted(paper.path, papers, 'browser');
  await printSheets({ layout, rows: rowsOf(printed) }, { picture: pictureUrl });
};
const toService = (kind: string, { papers, fileName }: PrintJob): Promise<boolean> => {
  const { path = '', title = '' } = countedKind(kind) ?? {};
  return printPapers({ kind, path, title, ids: papers.map(({ id }) => id), template: fileName }, 'service', {
    page: false,
  });
};

const Sheets = ({ layout, rows }: { layout: PrintLayout; rows: readonly PrintData[] }) => {
  const sheets = useMemo(
    () => rows.slice(0, SHOWN_SHEETS).flatMap((data) => renderSheets(layout, data, { picture: pictureUrl })),
    [layout, rows],
  );
  return (
    <div className="sheets-paper">
      {sheets.slice(0, SHOWN_SHEETS).map((sheet, index) => (
        <div
          key={index}
          className="sheets-sheet"
          role="img"
          aria-label={`第${index + 1}张`}
          dangerouslySetInnerHTML={{ __html: sheet }}
        />
      ))}
      {rows.length > SHOWN_SHEETS ? <p>只显示前{SHOWN_SHEETS}张，打印时全部打印。</p> : null}
    </div>
  );
};

const Failure = ({ data, missing }: { data: PrintJob | undefined; missing: boolean }) => {
  if (missing) return <EmptyState title="没有要打印的内容" text="请从列表里选择后再打印。" />;
  if (data === undefined) return <SkeletonBox height="60vh" />;
  const text = data.fileName === '' ? '请先选择打印模板。' : `打印模板“${data.fileName}”还没有设计。`;
  return <EmptyState title="没有可用的模板" text={text} />;
};
type ToolsProps = {
  readonly wanted: PrintRequest;
  readonly fileName: string;
  readonly onChoose: (fileName: string) => void;
  readonly onClose: () => void;
  /** undefined: there is nothing to print yet. */
  readonly onPrint: ((way: PrintWay) => void) | undefined;
};
const Tools = ({ wanted: { kind, ids }, fileName, onChoose, onClose, onPrint }: ToolsProps) => {
  const mayDesign = useCan(DESIGN_KEYS);
  const paper = countedKind(kind);
  const mayPage = useMay(paper?.keys?.browser);
  const mayQueue = useMay(paper?.keys?.service);
  const record = ids[0] === undefined ? '' : `&id=${ids[0]}`;
  const design = `/new-page?design=1&printTemplate=${encodeURIComponent(fileName)}&kind=${encodeURIComponent(kind)}${record}`;
  return (
    <div className="sheets-tools" role="group" aria-label="工具">
      <h2>打印</h2>
      <RemoteSelect
        compact
        clearable={false}
        label="打印模板"
        source={{ path: '/base-print-template', search: 'name', value: 'fileName', query: { kind } }}
        value={fileName === '' ? undefined : fileName}
        wordsOf={() => fileName}
        onChange={(next) => onChoose(next ?? '')}
      />
      {mayDesign && fileName !== '' ? <RouterLink to={design}>设计模板</RouterLink> : null}
      <span className="sheets-gap" />
      <Button onClick={onClose}>关闭</Button>
      {paper !== undefined && mayQueue ? (
        <Button disabled={onPrint === undefined} onClick={() => onPrint?.('service')}>
          用打印服务打印
        </Button>
      ) : null}
      {mayPage ? (
        <Button variant="primary" disabled={onPrint === undefined} onClick={() => onPrint?.('browser')}>
          打印
        </Button>
      ) : null}
    </div>
  );
};

/** Without a key of its own whoever sees it may print it. */
const useMay = (key: string | undefined): boolean => {
  const may = useCan(key ?? '');
  return key === undefined || may;
};

export const PrintPage = ({ wanted }: { readonly wanted: PrintRequest }) => {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(wanted.printTemplate);
  const missing = wanted.ids.length === 0;
  const { data, error, refetch } = useQuery({
    queryKey: ['print-page', wanted, chosen],
    queryFn: () => load(wanted, chosen),
    enabled: !missing,
    staleTime: 0,
    gcTime: 0,
  });
  const { layout = null, papers = [], fileName = chosen } = data ?? {};
  const rows = useMemo(() => rowsOf(papers), [papers]);
  const print = async (job: PrintJob, way: PrintWay): Promise<void> => {
    try {
      await (way === 'browser' ? toBrowser(wanted.kind, job) : toService(wanted.kind, job));
    } catch (failure) {
      toast.error(messageOf(failure));
    }
    // The next one says that it is a copy.
    await refetch();
  };
  const content = (): ReactNode => {
    if (error !== null) return <FailedState message={messageOf(error)} onRetry={() => void refetch()} />;
    return layout === null ? <Failure data={data} missing={missing} /> : <Sheets layout={layout} rows={rows} />;
  };
  return (
    <main className="sheets">
      <Tools
        wanted={wanted}
        fileName={fileName}
        onChoose={setChosen}
        onClose={() => goBack(navigate, '/index')}
        onPrint={data === undefined || layout === null || error !== null ? undefined : (way) => void print(data, way)}
      />
      {wanted.ids.length > MOST_RECORDS ? (
        <p className="sheets-more" role="alert">
          选了 {wanted.ids.length} 条，一次最多打印 {MOST_RECORDS} 条：第 {MOST_RECORDS} 条以后的请分批打印。
        </p>
      ) : null}
      {content()}
    </main>
  );
};
