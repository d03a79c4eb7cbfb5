/** 预览 (S2§2.22): the files of a table, a tab each, over the whole page. */
import { messageOf, toast, useRecord } from 'root-config/api';
import { Button, Dialog, FailedState, SkeletonBox, Tabs } from 'root-config/ui';
import { Preview } from 'services/generator/contract';
import { useEffect, useState } from 'react';
import './preview.css';

/** `template/screen.tsx.template` → screen.tsx */
const nameOf = (file: string): string => file.replace(/^template\//, '').replace(/\.template$/, '');
const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('已复制');
  } catch {
    toast.error('浏览器不允许复制，请选中文字后按 Ctrl C');
  }
};

type Colors = typeof import('./code.ts');
/** They come when they are there, and nobody waits for them. */
const useColors = (): Colors | null => {
  const [colors, setColors] = useState<Colors | null>(null);
  useEffect(() => {
    void import('./code.ts').then(setColors, () => undefined);
  }, []);
  return colors;
};
const Code = ({ file, text }: { readonly file: string; readonly text: string }) => {
  const html = useColors()?.colored(file, text) ?? null;
  const shared = { className: 'gen-code', tabIndex: 0, 'aria-label': nameOf(file), role: 'region' } as const;
  return html === null ? <pre {...shared}>{text}</pre> : <pre {...shared} dangerouslySetInnerHTML={{ __html: html }} />;
};

const Files = ({ files }: { readonly files: Preview }) => {
  const names = Object.keys(files);
  const [chosen, setChosen] = useState(names[0] ?? '');
  const text = files[chosen] ?? '';
  return (
    <div className="gen-preview">
      <div className="gen-head">
        <Tabs label="文件" tabs={names} current={chosen} onTab={setChosen} words={nameOf} />
        <Button size="small" onClick={() => void copy(text)}>
          复制
        </Button>
      </div>
      <Code file={chosen} text={text} />
    </div>
  );
};

type Props = { readonly tableId: number; readonly title: string; readonly onClose: () => void };
export const PreviewDialog = ({ tableId, title, onClose }: Props) => {
  const { record, error, retry } = useRecord(`/gen/preview/${tableId}`, Preview);
  return (
    <Dialog title={`预览：${title}`} width="100vw" height="auto" className="gen-full" onClose={onClose}>
      {error === null ? (
        record === null ? (
          <SkeletonBox height="320px" />
        ) : (
          <Files files={record} />
        )
      ) : (
        <FailedState message={messageOf(error)} onRetry={retry} />
      )}
    </Dialog>
  );
};
