/** The rich text of a giveaway (S1§2.6): what may be written, and where pictures of it go. */
import { Editor } from '@tiptap/core';
import { FileHandler } from '@tiptap/extension-file-handler';
import { Image } from '@tiptap/extension-image';
import { FontSize, TextStyle } from '@tiptap/extension-text-style';
import { StarterKit } from '@tiptap/starter-kit';
import { messageOf, toast } from 'root-config/api';
import { uploadPicture } from 'root-config/ui';
import { useEffect, useRef, useState, type RefObject } from 'react';

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const OWN_PICTURES = 'img[src^="/static/uploadfile/"]';

/** Read aloud in the picture's place. */
const nameOf = ({ name }: File): string => name.replace(/\.\w+$/, '') || '图片';
/** One after the other, so that they stand as they were chosen. */
export const insertPictures = async (editor: Editor, files: readonly File[], at?: number): Promise<void> => {
  for (const file of files) {
    try {
      const picture = { type: 'image', attrs: { src: await uploadPicture(file, file.name), alt: nameOf(file) } };
      if (editor.isDestroyed) return;
      const { size } = editor.state.doc.content;
      const place = at === undefined ? editor.state.selection.to : Math.min(at, size);
      editor.chain().insertContentAt(place, picture).focus().run();
    } catch (error) {
      toast.error(messageOf(error));
    }
  }
};

/** What the server would leave out (scripts, handlers, pictures of other places) does not show up here either. */
const withoutStrangers = (html: string): string => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll('*')) {
    if (element.matches(`script, style, img:not(${OWN_PICTURES})`)) element.remove();
    for (const name of element.getAttributeNames()) if (name.startsWith('on')) element.removeAttribute(name);
  }
  return page.body.innerHTML;
};

const EXTENSIONS = [
  StarterKit.configure({ link: false, code: false, codeBlock: false, heading: { levels: [1, 2, 3, 4, 5, 6] } }),
  TextStyle,
  FontSize,
  Image,
  FileHandler.configure({
    allowedMimeTypes: PICTURE_TYPES,
    onPaste: (editor, files) => void insertPictures(editor, files),
    onDrop: (editor, files, at) => void insertPictures(editor, files, at),
  }),
];

export type RichTextProps = {
  readonly value: string;
  readonly label: string;
  readonly readOnly: boolean;
  readonly onChange: (html: string) => void;
};
type EditorMount = { readonly place: RefObject<HTMLDivElement | null>; readonly editor: Editor | null };
/**
 * The editor of a value that may also change from outside: a record that was loaded, a draft that was taken up again. It
 * stands in the element of `place`.
 */
export const useRichText = ({ value, label, readOnly, onChange }: RichTextProps): EditorMount => {
  const place = useRef<HTMLDivElement>(null);
  const told = useRef(value);
  const tell = useRef(onChange);
  const [editor, setEditor] = useState<Editor | null>(null);
  useEffect(() => {
    tell.current = onChange;
  });
  useEffect(() => {
    const made = new Editor({
      element: place.current,
      extensions: EXTENSIONS,
      content: told.current,
      editable: !readOnly,
      injectCSS: false,
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: 'rich-text-body' },
        transformPastedHTML: withoutStrangers,
        // The form saves by it; the editor would break the line, or put the break in place of a chosen picture.
        handleKeyDown: (_view, { key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey),
      },
      onUpdate: ({ editor: changed }) => {
        told.current = changed.isEmpty ? '' : changed.getHTML();
        tell.current(told.current);
      },
    });
    setEditor(made);
    return () => made.destroy();
  }, [label, readOnly]);
  useEffect(() => {
    if (editor === null || editor.isDestroyed || value === told.current) return;
    told.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return { place, editor };
};

/** What a reading of the editor says now; again after everything that happens in it. */
export const useEditorState = <State>(editor: Editor, read: (editor: Editor) => State): State => {
  const [state, setState] = useState(() => read(editor));
  useEffect(() => {
    const update = (): void => setState(read(editor));
    update();
    editor.on('transaction', update);
    return () => void editor.off('transaction', update);
  }, [editor, read]);
  return state;
};
