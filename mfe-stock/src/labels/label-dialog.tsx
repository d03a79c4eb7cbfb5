/** 批量打印: a label template, a look at the first label, what is missing on it, and the way to paper. */
import { RemoteSelect, Button, Checkbox, Dialog, FormControl, SkeletonBox } from 'root-config/ui';
import { client, messageOf } from 'root-config/api';
import {
  LabelPreview,
  LabelProblems,
  PrintStatus,
  PrinterDialog,
  loadLayout,
  printLabels,
  problemsOf,
  type PrintData,
} from 'root-config/print';
import { useEffect, useId, useState } from 'react';
import type { PrintLayout } from 'services/contracts/print-layout';
import { z } from 'zod';
import { labelTemplateSource } from '../sources.ts';
import { defaultTemplate } from './default-template.ts';

type Label = PrintData & { readonly num?: number; readonly printTemplate?: string; readonly type?: string | undefined };
export type LabelDialogProps = {
  /** Rows of goods as they lie before the user… */
  readonly labels: readonly Label[];
  /** …and the ids to fetch them by, so that a label prints what is true now. */
  readonly ids?: readonly number[];
  readonly onClose: () => void;
};
type LabelDesign = { readonly fileName: string; readonly layout: PrintLayout | null; readonly message?: string };

const useLayout = (fileName: string | undefined): LabelDesign | null => {
  const [shown, setShown] = useState<LabelDesign | null>(null);
  useEffect(() => {
    if (fileName === undefined) return undefined;
    let current = true;
    loadLayout(fileName).then(
      (layout) => {
        const missing = layout === null ? { message: `标签模板“${fileName}”还没有设计` } : {};
        if (current) setShown({ fileName, layout, ...missing });
      },
      (error: unknown) => current && setShown({ fileName, layout: null, message: messageOf(error) }),
    );
    return () => void (current = false);
  }, [fileName]);
  return shown?.fileName === fileName ? shown : null;
};
const Labels = z.array(z.looseObject({ num: z.int(), printTemplate: z.string() }));
/** What the labels say now; null while it is fetched. */
const useFresh = ({
  labels,
  ids,
}: LabelDialogProps): { rows: readonly Label[] | null; message: string | undefined } => {
  const [rows, setRows] = useState<readonly Label[] | null>(ids === undefined ? labels : null);
  const [message, setMessage] = useState<string>();
  const asked = ids === undefined ? undefined : JSON.stringify({ ids });
  useEffect(() => {
    if (asked === undefined) return undefined;
    let current = true;
    client.put('/biz-goods-in/batch-print', JSON.parse(asked)).then(
      (data) => current && setRows(Labels.parse(data)),
      (error: unknown) => current && setMessage(messageOf(error)),
    );
    return () => void (current = false);
  }, [asked]);
  return { rows, message };
};
/** What all of these pieces have in common; '' where they differ. */
const common = (labels: readonly Label[], field: 'printTemplate' | 'type'): string => {
  const values = new Set(labels.map((label) => label[field] ?? ''));
  const [one = ''] = values;
  return values.size === 1 ? one : '';
};
/** The template all of these pieces name; pieces that name none begin with the house's own. */
const useTemplate = (labels: readonly Label[]): [string | undefined, (fileName: string | undefined) => void] => {
  const [named, setNamed] = useState<string | undefined>(() => common(labels, 'printTemplate') || undefined);
  const [chosen, setChosen] = useState(false);
  const nameless = labels.every(({ printTemplate = '' }) => printTemplate === '');
  const type = common(labels, 'type');
  useEffect(() => {
    if (!nameless || chosen) return undefined;
    let current = true;
    defaultTemplate(type).then(
      (fileName) => current && setNamed(fileName),
      // Without it the template is asked for.
      () => undefined,
    );
    return () => void (current = false);
  }, [nameless, chosen, type]);
  const choose = (fileName: string | undefined): void => {
    setChosen(true);
    setNamed(fileName);
  };
  return [named, choose];
};

const First = ({ shown, label }: { readonly shown: LabelDesign | null; readonly label: PrintData | undefined }) => {
  if (shown?.message !== undefined) return <p style={{ color: 'var(--fgColor-danger)' }}>{shown.message}</p>;
  if (shown?.layout == null || label === undefined)
    return <span style={{ color: 'var(--fgColor-muted)' }}>选择模板后显示第一张标签</span>;
  return <LabelPreview layout={shown.layout} data={label} />;
};

export const LabelDialog = (props: LabelDialogProps) => {
  const { labels, onClose } = props;
  const id = useId();
  const { rows, message: notFetched } = useFresh(props);
  const [fileName, setFileName] = useTemplate(labels);
  const [perPiece, setPerPiece] = useState(false);
  const [message, setMessage] = useState<string>();
  const [settings, setSettings] = useState(false);
  const shown = useLayout(fileName);
  const fresh = rows ?? [];
  const sheets = perPiece ? fresh.flatMap((label) => Array.from({ length: label.num ?? 1 }, () => label)) : fresh;
  const print = (way: 'service' | 'page') => (): void => {
    if (fileName === undefined) return setMessage('请选择标签模板！');
    void printLabels({ rows: sheets, fileName }, way);
    onClose();
  };
  if (settings) return <PrinterDialog onClose={() => setSettings(false)} />;
  return (
    <Dialog title="批量打印标签" width="min(500px, 100vw)" onClose={onClose}>
      <div style={{ display: 'grid', gap: 16 }}>
        <div>
          <label htmlFor={id} style={{ display: 'block', marginBottom: 4, fontWeight: 600 }}>
            标签模板
          </label>
          <RemoteSelect
            id={id}
            label="标签模板"
            source={labelTemplateSource}
            value={fileName}
            invalid={message !== undefined}
            onChange={(next) => {
              setFileName(next);
              setMessage(undefined);
            }}
          />
          {message === undefined ? null : (
            <p role="alert" style={{ margin: '4px 0 0', color: 'var(--fgColor-danger)' }}>
              {message}
            </p>
          )}
        </div>
        {fresh.some(({ num = 1 }) => num > 1) ? (
          <FormControl>
            <Checkbox checked={perPiece} onChange={() => setPerPiece(!perPiece)} />
            <FormControl.Label>按数量打印，每件一张</FormControl.Label>
          </FormControl>
        ) : null}
        {notFetched === undefined ? null : (
          <p role="alert" style={{ margin: 0, color: 'var(--fgColor-danger)' }}>
            {notFetched}
          </p>
        )}
        <div style={{ minHeight: 120, display: 'grid', placeItems: 'center' }}>
          {rows === null && notFetched === undefined ? (
            <SkeletonBox height={112} />
          ) : (
            <First shown={shown} label={fresh[0]} />
          )}
        </div>
        {shown?.layout == null ? null : <LabelProblems problems={problemsOf(shown.layout, fresh)} />}
        <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 8 }}>
          <PrintStatus />
          <Button size="small" variant="invisible" onClick={() => setSettings(true)}>
            打印机设置
          </Button>
        </div>
        <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 8 }}>
          <Button onClick={onClose}>取消</Button>
          <Button disabled={sheets.length === 0} onClick={print('page')}>
            浏览器打印
          </Button>
          <Button variant="primary" disabled={sheets.length === 0} onClick={print('service')}>
            打印 {sheets.length} 张
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
