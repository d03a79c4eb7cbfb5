/** 预览, 导入 and 导出 of the built form. */
import { Button, Dialog, FormDialog, SegmentedControl, TextInput, Textarea } from 'root-config/ui';
import { useState } from 'react';
import { readForm, writeForm, type Form } from './form-json.ts';
import { fileOf, houseCode } from './house-code.ts';
import { checkPatterns, houseSection, patternsOf, startValues, widthOf, type Values } from './house-form.ts';
import type { FormProblem } from './problems.ts';

type Props = { readonly form: Form; readonly onClose: () => void };
export const PreviewDialog = ({ form, onClose }: Props) => {
  const section = houseSection(form);
  return (
    <FormDialog<Values>
      title="预览"
      mode={form.conf.disabled ? 'view' : 'add'}
      width={widthOf(section)}
      draft={false}
      quiet
      initial={startValues(form)}
      sections={[section]}
      check={(values) => checkPatterns(patternsOf(form), values)}
      {...(form.conf.formBtns ? {} : { buttons: [] })}
      // Nothing is sent: it closes as a saved form would.
      save={(values) => Promise.resolve(values)}
      onClose={onClose}
    />
  );
};

const save = (name: string, text: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};
export const ExportDialog = ({ form, problems, onClose }: Props & { readonly problems: readonly FormProblem[] }) => {
  const [code, setCode] = useState(false);
  const [title, setTitle] = useState('填写表单');
  const [said, setSaid] = useState('');
  const blocked = code && problems.length > 0;
  const text = blocked ? '' : code ? houseCode(form, title) : writeForm(form);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('已复制');
    } catch {
      setSaid('浏览器不允许复制，请选中文字后按 Ctrl C');
    }
  };
  return (
    <Dialog title="导出" width="min(900px, 100vw)" onClose={onClose}>
      <SegmentedControl aria-label="导出为" onChange={(index) => setCode(index === 1)}>
        <SegmentedControl.Button selected={!code}>JSON</SegmentedControl.Button>
        <SegmentedControl.Button selected={code}>TSX 代码</SegmentedControl.Button>
      </SegmentedControl>
      {code ? (
        <TextInput aria-label="表单标题" value={title} onChange={({ target }) => setTitle(target.value)} />
      ) : null}
      {blocked ? <p role="alert">先改好画布上方列出的问题，才能写成代码。</p> : null}
      <Textarea block readOnly rows={16} aria-label={code ? '代码' : 'JSON'} className="fg-text" value={text} />
      <p className="fg-line">
        <Button disabled={blocked} onClick={() => void copy()}>
          复制
        </Button>
        <Button disabled={blocked} onClick={() => save(code ? fileOf(form) : 'form.json', text)}>
          下载
        </Button>
        <span role="status">{said}</span>
      </p>
    </Dialog>
  );
};
type ImportProps = { readonly onTake: (form: Form) => void; readonly onClose: () => void };
export const ImportDialog = ({ onTake, onClose }: ImportProps) => {
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const take = (): void => {
    const reading = readForm(text);
    if ('form' in reading) onTake(reading.form);
    else setProblems(reading.problems);
  };
  return (
    <Dialog title="导入" width="min(900px, 100vw)" onClose={onClose}>
      <p>粘贴导出的 JSON，或选择文件。现在的表单会被替换，可以撤销。</p>
      <input
        type="file"
        accept=".json,.txt"
        aria-label="选择文件"
        onChange={({ target }) => void target.files?.[0]?.text().then(setText)}
      />
      <Textarea
        block
        rows={14}
        aria-label="JSON"
        className="fg-text"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {problems.length === 0 ? null : (
        <ul className="fg-problems" role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <Button variant="primary" onClick={take}>
        导入
      </Button>
    </Dialog>
  );
};
