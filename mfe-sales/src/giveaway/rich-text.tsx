/** A text with headings, sizes and pictures; loads when it is first shown. */
import type { Editor } from '@tiptap/core';
import { Button } from 'root-config/ui';
import { useRef } from 'react';
import { PICTURE_TYPES, insertPictures, useEditorState, useRichText, type RichTextProps } from './editor.ts';
import './rich-text.css';

const LEVELS = [1, 2, 3, 4, 5, 6] as const;
/** px (S1§2.6). */
const SIZES = [12, 14, 16, 18, 20, 24, 28, 32, 36] as const;

const stateOf = (editor: Editor) => ({
  heading: LEVELS.find((level) => editor.isActive('heading', { level })) ?? 0,
  size: String(editor.getAttributes('textStyle')['fontSize'] ?? '').replace('px', ''),
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  underline: editor.isActive('underline'),
  strike: editor.isActive('strike'),
  bullets: editor.isActive('bulletList'),
  numbers: editor.isActive('orderedList'),
  quote: editor.isActive('blockquote'),
  canUndo: editor.can().undo(),
  canRedo: editor.can().redo(),
});
type Chain = ReturnType<Editor['chain']>;
/** At once, so that the next key stands in the text: a chain of the editor takes the focus with the next frame only. */
const chainOf = (editor: Editor): Chain => {
  editor.view.focus();
  return editor.chain();
};
type State = ReturnType<typeof stateOf>;
type Mark = {
  readonly name: keyof State;
  readonly label: string;
  readonly text: string;
  readonly run: (chain: Chain) => Chain;
};
const MARKS: readonly Mark[] = [
  { name: 'bold', label: '加粗', text: 'B', run: (chain) => chain.toggleBold() },
  { name: 'italic', label: '斜体', text: 'I', run: (chain) => chain.toggleItalic() },
  { name: 'underline', label: '下划线', text: 'U', run: (chain) => chain.toggleUnderline() },
  { name: 'strike', label: '删除线', text: 'S', run: (chain) => chain.toggleStrike() },
  { name: 'bullets', label: '项目列表', text: '• 列表', run: (chain) => chain.toggleBulletList() },
  { name: 'numbers', label: '编号列表', text: '1. 列表', run: (chain) => chain.toggleOrderedList() },
  { name: 'quote', label: '引用', text: '引用', run: (chain) => chain.toggleBlockquote() },
];

const Choices = ({ editor, state }: { editor: Editor; state: State }) => (
  <>
    <select
      aria-label="标题级别"
      value={state.heading}
      onChange={({ target }) => {
        const level = LEVELS.find((one) => one === Number(target.value));
        const chain = chainOf(editor);
        (level === undefined ? chain.setParagraph() : chain.setHeading({ level })).run();
      }}
    >
      <option value={0}>正文</option>
      {LEVELS.map((level) => (
        <option key={level} value={level}>
          标题 {level}
        </option>
      ))}
    </select>
    <select
      aria-label="字号"
      value={state.size}
      onChange={({ target }) => {
        const chain = chainOf(editor);
        (target.value === '' ? chain.unsetFontSize() : chain.setFontSize(`${target.value}px`)).run();
      }}
    >
      <option value="">默认字号</option>
      {SIZES.map((size) => (
        <option key={size} value={size}>
          {size} 像素
        </option>
      ))}
    </select>
  </>
);

const Tools = ({ editor }: { editor: Editor }) => {
  const state = useEditorState(editor, stateOf);
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className="rich-text-tools" role="toolbar" aria-label="文字样式">
      <Choices editor={editor} state={state} />
      {MARKS.map(({ name, label, text, run }) => (
        <Button
          key={name}
          size="small"
          aria-label={label}
          title={label}
          aria-pressed={state[name] === true}
          onClick={() => run(chainOf(editor)).run()}
        >
          <span data-mark={name}>{text}</span>
        </Button>
      ))}
      <Button size="small" onClick={() => file.current?.click()}>
        插入图片
      </Button>
      <Button size="small" disabled={!state.canUndo} onClick={() => chainOf(editor).undo().run()}>
        撤销
      </Button>
      <Button size="small" disabled={!state.canRedo} onClick={() => chainOf(editor).redo().run()}>
        重做
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        multiple
        aria-label="选择图片"
        accept={PICTURE_TYPES.join(',')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          void insertPictures(editor, files);
        }}
      />
    </div>
  );
};

export const RichText = (props: RichTextProps) => {
  const { place, editor } = useRichText(props);
  return (
    <div className="rich-text" data-read-only={props.readOnly}>
      {props.readOnly || editor === null ? null : <Tools editor={editor} />}
      <div ref={place} />
    </div>
  );
};
