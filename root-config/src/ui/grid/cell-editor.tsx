import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { Option } from '../format/kinds.ts';
import { isNumeric } from '../format/show.ts';
import type { Edit, Leave, LineColumn } from './types.ts';

type Props<L extends object> = {
  edit: Edit;
  column: LineColumn<L>;
  options: readonly Option[];
  onDone: (text: string, then: Leave) => void;
};

const leaveOf = ({ key, shiftKey }: KeyboardEvent): Leave | undefined => {
  if (key === 'Enter') return shiftKey ? 'up' : 'down';
  if (key === 'Tab') return shiftKey ? 'back' : 'next';
  if (key === 'Escape') return 'cancel';
  return undefined;
};

/**
 * The input inside a cell. It must hold the focus before the first key reaches it, or an input method would begin its
 * composition outside; that is why the grid opens it with flushSync and it focuses in its ref.
 */
export const CellEditor = <L extends object>({ edit, column, options, onDone }: Props<L>) => {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(edit.text);
  const done = useRef(false);
  const leave = (then: Leave): void => {
    if (done.current) return;
    done.current = true;
    onDone(text, then);
  };
  useEffect(() => {
    if (!edit.fresh) input.current?.select();
  }, [edit]);
  return (
    <>
      <input
        ref={(element) => {
          input.current = element;
          if (element !== null && document.activeElement !== element) element.focus({ preventScroll: true });
        }}
        className="ui-editor"
        aria-label={column.title}
        value={text}
        inputMode={isNumeric(column.kind) ? 'decimal' : undefined}
        list={options.length > 0 ? list : undefined}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onBlur={() => leave('stay')}
        onKeyDown={(event) => {
          event.stopPropagation();
          // While an input method composes, Enter and Esc belong to it.
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          const then = leaveOf(event);
          if (then === undefined) return;
          event.preventDefault();
          leave(then);
        }}
      />
      {options.length > 0 ? (
        <datalist id={list}>
          {options.map((option) => (
            <option key={option.value} value={option.label} />
          ))}
        </datalist>
      ) : null}
    </>
  );
};
