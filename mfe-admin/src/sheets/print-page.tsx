/**
 * The print page (S2§2): `type` (label or report), `id` (several with commas), `printTemplate`; `kind` of a report.
 * Sheets stand true to size on the screen as they will on paper.
 */
import { RouterLink, messageOf, toast, useCan, useNavigate } from 'root-config/api';
import { loadLayout, printSheets, renderSheets, type PrintData } from 'root-config/print';
import { Button, EmptyState, FailedState, RemoteSelect, SkeletonBox, pictureUrl } from 'root-config/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { PrintLayout } from 'services/contracts/print-layout';
import { loadPaper } from '../design/paper-data.ts';
import { DESIGN_KEYS } from '../design/design-keys.ts';
import { goBack } from './go-back.ts';
import './sheets.css';

export type PrintRequest = { readonly kind: string; readonly ids: readonly string[]; readonly printTemplate: string };
/** More labels than these are printed from their list, which has a queue for them. */
const MOST_RECORDS = 200;
const SHOWN_SHEETS = 50;

type PrintJob = { readonly rows: readonly PrintData[]; readonly fileName: string; readonly layout: PrintLayout | null };
const loadAll = async ({ kind, ids }: PrintRequest): Promise<{ rows: readonly PrintData[]; own: string }> => {
  const papers = await Promise.all(ids.slice(0, MOST_RECORDS).map((id) => loadPaper(kind, id)));
  return { rows: papers.map(({ data }) => data), own: papers[0]?.templateName ?? '' };
};
const load = async (wanted: PrintRequest, chosen: string): Promise<PrintJob> => {
  const { rows, own } = await loadAll(wanted);
  const fileName = chosen === '' ? own : chosen;
  return { rows, fileName, layout: fileName === '' ? null : await loadLayout(fileName) };
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
  readonly onPrint: (() => void) | undefined;
};
const Tools = ({ wanted: { kind, ids }, fileName, onChoose, onClose, onPrint }: ToolsProps) => {
  const mayDesign = useCan(DESIGN_KEYS);
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
      <Button variant="primary" disabled={onPrint === undefined} onClick={onPrint}>
        打印
      </Button>
    </div>
  );
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
  const { layout = null, rows = [], fileName = chosen } = data ?? {};
  const print = async (shown: PrintLayout): Promise<void> => {
    try {
      await printSheets({ layout: shown, rows }, { picture: pictureUrl });
    } catch (failure) {
      toast.error(messageOf(failure));
    }
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
        onPrint={layout === null || error !== null ? undefined : () => void print(layout)}
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
