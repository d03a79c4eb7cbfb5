/** 表单构建 (S2§2.23, R127): fields are dragged or added by keyboard, the form is kept in this browser alone. */
import { DragDropProvider } from '@dnd-kit/react';
import { Accessibility } from '@dnd-kit/dom';
import { isSortable } from '@dnd-kit/react/sortable';
import { readStored, writeStored } from 'root-config/api';
import { Button, Heading, confirm } from 'root-config/ui';
import { useEffect, useReducer, useState, type KeyboardEvent } from 'react';
import { Canvas } from './canvas.tsx';
import { ExportDialog, ImportDialog, PreviewDialog } from './dialogs.tsx';
import { EMPTY_FORM, readForm, writeForm, type Form } from './form-json.ts';
import { build, placeOf, startBuilding, type Building } from './model.ts';
import { Palette } from './palette.tsx';
import { Panel } from './panel.tsx';
import { problemsOf } from './problems.ts';
import type { Widget } from './widgets.ts';
import './builder.css';

const DRAFT = 'jewel:form-generator';
const kept = (): Building => {
  const text = readStored<unknown>('local', DRAFT, null);
  const reading = typeof text === 'string' ? readForm(text) : null;
  return startBuilding(reading !== null && 'form' in reading ? reading.form : EMPTY_FORM);
};
type Open = 'preview' | 'import' | 'export' | null;

const useBuilding = () => {
  const [building, step] = useReducer(build, undefined, kept);
  const { form } = building;
  useEffect(() => writeStored('local', DRAFT, form === EMPTY_FORM ? undefined : writeForm(form)), [form]);
  return { building, step, form };
};
const typing = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

export const Builder = () => {
  const { building, step, form } = useBuilding();
  const [open, setOpen] = useState<Open>(null);
  const problems = problemsOf(form);
  const clear = async (): Promise<void> => {
    if (await confirm({ text: '确认清空整个表单吗？可以用撤销找回。', danger: true }))
      step({ type: 'replace', form: EMPTY_FORM });
  };
  const take = (taken: Form): void => {
    step({ type: 'replace', form: taken });
    setOpen(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (typing(event) || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    step({ type: event.shiftKey ? 'redo' : 'undo' });
  };
  return (
    <DragDropProvider
      // Its words are English; the list says by itself how the keyboard moves a field.
      plugins={(usual) => usual.filter((plugin) => plugin !== Accessibility)}
      onDragEnd={({ operation: { source, target }, canceled }) => {
        if (canceled || source === null) return;
        if (isSortable(source)) return step({ type: 'move', id: Number(source.id), to: source.index });
        if (target === null) return;
        const at = placeOf(form, Number(target.id));
        step({ type: 'add', widget: source.data['widget'] as Widget, at: at < 0 ? form.fields.length : at });
      }}
    >
      <div className="fg" onKeyDown={onKeyDown}>
        <header className="fg-head">
          <Heading as="h1" variant="small">
            表单构建
          </Heading>
          <Button disabled={building.past.length === 0} onClick={() => step({ type: 'undo' })}>
            撤销
          </Button>
          <Button disabled={building.future.length === 0} onClick={() => step({ type: 'redo' })}>
            重做
          </Button>
          <Button disabled={form.fields.length === 0} onClick={() => void clear()}>
            清空
          </Button>
          <span className="fg-room" />
          <Button onClick={() => setOpen('import')}>导入</Button>
          <Button disabled={form.fields.length === 0} onClick={() => setOpen('export')}>
            导出
          </Button>
          <Button variant="primary" disabled={form.fields.length === 0} onClick={() => setOpen('preview')}>
            预览
          </Button>
        </header>
        <Palette onAdd={(widget) => step({ type: 'add', widget })} />
        <main className="fg-main">
          {problems.length === 0 ? null : (
            <ul className="fg-problems" role="alert">
              {problems.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
          <Canvas building={building} step={step} />
        </main>
        <Panel building={building} step={step} />
      </div>
      {open === 'preview' ? <PreviewDialog form={form} onClose={() => setOpen(null)} /> : null}
      {open === 'export' ? <ExportDialog form={form} problems={problems} onClose={() => setOpen(null)} /> : null}
      {open === 'import' ? <ImportDialog onTake={take} onClose={() => setOpen(null)} /> : null}
    </DragDropProvider>
  );
};
