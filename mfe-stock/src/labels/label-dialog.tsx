/** 批量打印: a label template, a look at the first label, and the browser's print dialog. */
import { useEffect, useId, useState } from 'react';
import { messageOf } from 'root-config/api';
import { Button, Checkbox, Dialog, FormControl, RemoteSelect } from 'root-config/ui';
import { labelTemplateSource } from '../sources.ts';
import { labelSheets, type LabelData, type LabelTemplate } from './label-page.ts';
import { loadTemplate, printLabels } from './print-labels.ts';

type Props = {
  readonly labels: readonly (LabelData & { readonly num?: number })[];
  readonly onClose: () => void;
};
type Shown = { readonly fileName: string; readonly template: LabelTemplate | null; readonly message?: string };

const useTemplate = (fileName: string | undefined): Shown | null => {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    if (fileName === undefined) return undefined;
    let current = true;
    loadTemplate(fileName).then(
      (template) => current && setShown({ fileName, template }),
      (error: unknown) => current && setShown({ fileName, template: null, message: messageOf(error) }),
    );
    return () => void (current = false);
  }, [fileName]);
  return shown?.fileName === fileName ? shown : null;
};

const Preview = ({ template, label }: { template: LabelTemplate; label: LabelData }) => {
  const { markup, css } = labelSheets(template, [label]);
  return (
    <iframe
      title="第一张标签"
      srcDoc={`<style>body{margin:0;color:#000;font-family:sans-serif}${css}</style>${markup}`}
      style={{
        width: `${template.page.width}mm`,
        height: `${template.page.height}mm`,
        border: '1px solid var(--borderColor-default)',
        borderRadius: 4,
        boxSizing: 'content-box',
        background: '#fff',
      }}
    />
  );
};

export const LabelDialog = ({ labels, onClose }: Props) => {
  const id = useId();
  const own = new Set(labels.map(({ printTemplate }) => printTemplate));
  const only = own.size === 1 ? [...own][0] : undefined;
  const [fileName, setFileName] = useState<string | undefined>(
    typeof only === 'string' && only !== '' ? only : undefined,
  );
  const [perPiece, setPerPiece] = useState(false);
  const [message, setMessage] = useState<string>();
  const shown = useTemplate(fileName);
  const several = labels.some(({ num = 1 }) => num > 1);
  const sheets = perPiece ? labels.flatMap((label) => Array.from({ length: label.num ?? 1 }, () => label)) : labels;
  const print = (): void => {
    if (fileName === undefined) return setMessage('请选择标签模板！');
    void printLabels(sheets, fileName);
    onClose();
  };
  const [first] = labels;
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
        {several ? (
          <FormControl>
            <Checkbox checked={perPiece} onChange={() => setPerPiece(!perPiece)} />
            <FormControl.Label>按数量打印，每件一张</FormControl.Label>
          </FormControl>
        ) : null}
        {shown?.message === undefined ? null : <p style={{ color: 'var(--fgColor-danger)' }}>{shown.message}</p>}
        <div style={{ minHeight: 120, display: 'grid', placeItems: 'center' }}>
          {shown?.template == null || first === undefined ? (
            <span style={{ color: 'var(--fgColor-muted)' }}>选择模板后显示第一张标签</span>
          ) : (
            <Preview template={shown.template} label={first} />
          )}
        </div>
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8 }}>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" onClick={print}>
            打印 {sheets.length} 张
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
