/** 预览 (S2§2.22): the files of a table, a tab each, over the whole page. */
import { messageOf, toast, useRecord } from 'root-config/api';
import { Button, Dialog, FailedState, SkeletonBox } from 'root-config/ui';
import { Preview } from 'services/generator/contract';
import { useEffect, useState, type KeyboardEvent } from 'react';
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
  const move = ({ key, currentTarget }: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return;
    const index = (names.indexOf(chosen) + step + names.length) % names.length;
    setChosen(names[index] ?? '');
    currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };
  return (
    <div className="gen-preview">
      <div className="gen-head">
        <div className="ui-tabs" role="tablist" aria-label="文件" onKeyDown={move}>
          {names.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={name === chosen}
              tabIndex={name === chosen ? 0 : -1}
              onClick={() => setChosen(name)}
            >
              {nameOf(name)}
            </button>
          ))}
        </div>
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
