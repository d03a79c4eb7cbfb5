/** basePrint with its design flag: finds the template and what stands in it; a phone only looks. */
import { messageOf, useCan, useNavigate } from 'root-config/api';
import { loadPaper, renderSheets, type PrintData } from 'root-config/print';
import { Button, EmptyState, FailedState, RemoteSelect, SkeletonBox, pictureUrl, usePhone } from 'root-config/ui';
import { useQuery } from '@tanstack/react-query';
import { goBack } from '../sheets/go-back.ts';
import { DESIGN_KEYS } from './design-keys.ts';
import { Designer } from './designer.tsx';
import { sampleData, type PaperField } from './fields.ts';
import { findTemplate, layoutIn, loadColumns, type TemplateRequest, type LoadedTemplate } from './template.ts';
import './design.css';

type DesignerData = {
  readonly opened: LoadedTemplate;
  readonly columns: readonly PaperField[];
  readonly start: PrintData | null;
};
const load = async (asked: TemplateRequest, record: string): Promise<DesignerData> => {
  const opened = await findTemplate(asked);
  const { kind } = opened.row;
  const [columns, paper] = await Promise.all([loadColumns(kind), record === '' ? null : loadPaper(kind, record)]);
  return { opened, columns, start: paper?.data ?? null };
};

const PhoneView = ({
  opened: { row },
  start,
  onClose,
}: Pick<DesignerData, 'opened' | 'start'> & { onClose: () => void }) => {
  const [sheet = ''] = renderSheets(layoutIn(row), start ?? sampleData(row.kind), { picture: pictureUrl });
  return (
    <div className="dz-phone">
      <h2>{row.name}</h2>
      <p>手机上只能查看打印模板，请在电脑上设计。</p>
      <div className="dz-phone-sheet" role="img" aria-label="模板预览" dangerouslySetInnerHTML={{ __html: sheet }} />
      <Button onClick={onClose}>关闭</Button>
    </div>
  );
};
type ChooserProps = { readonly row: LoadedTemplate['row']; readonly onChoose: (id: string) => void };
const Chooser = ({ row, onChoose }: ChooserProps) => (
  <RemoteSelect
    compact
    clearable={false}
    label="模板"
    source={{ path: '/base-print-template', search: 'name', query: { kind: row.kind } }}
    value={String(row.id)}
    wordsOf={() => row.name}
    onChange={(id) => id !== undefined && id !== String(row.id) && onChoose(id)}
  />
);

export const DesignPage = ({ asked, record }: { readonly asked: TemplateRequest; readonly record: string }) => {
  const navigate = useNavigate();
  const phone = usePhone();
  const allowed = useCan(DESIGN_KEYS);
  const close = (): void => goBack(navigate, '/admin/print-template');
  const { data, error, refetch } = useQuery({
    queryKey: ['print-design', asked, record],
    queryFn: () => load(asked, record),
    enabled: allowed,
    // A design opens on what is true now; while it is open nothing comes from behind.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!allowed)
    return (
      <EmptyState title="没有权限" text="需要打印设计的权限，请联系管理员。">
        <Button onClick={close}>关闭</Button>
      </EmptyState>
    );
  if (error !== null && data === undefined)
    return (
      <div>
        <FailedState message={messageOf(error)} onRetry={() => void refetch()} />
        <div className="ui-state-actions">
          <Button onClick={close}>关闭</Button>
        </div>
      </div>
    );
  if (data === undefined) return <SkeletonBox height="100vh" />;
  const { opened, columns, start } = data;
  if (phone) return <PhoneView opened={opened} start={start} onClose={close} />;
  const choose = (id: string): void => void navigate(`/new-page?design=1&templateId=${id}`, { replace: true });
  return (
    <Designer
      key={opened.row.id}
      opened={opened}
      kept={columns}
      start={start}
      chooser={<Chooser row={opened.row} onChoose={choose} />}
      onClose={close}
    />
  );
};
