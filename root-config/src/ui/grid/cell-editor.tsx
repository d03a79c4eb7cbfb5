import { Suspense, lazy, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Option } from '../format/kinds.ts';
import { isNumeric } from '../format/show.ts';
import { matches } from '../pieces/option-match.ts';
import { usePhone } from '../pieces/use-media.ts';
import type { Edit, Leave, LineColumn } from './types.ts';

/** Comes with the first cell that has options; the keys work before it is there. */
const CellOptions = lazy(() => import('../pieces/cell-options.tsx'));

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

/** Which options what is typed leaves, and the one that Enter takes: none before somebody typed or moved. */
const useCellOptions = (options: readonly Option[], edit: Edit, text: string) => {
  const [typed, setTyped] = useState(edit.fresh);
  const [moved, setMoved] = useState<number | null>(null);
  const clean = text.normalize('NFKC').trim();
  const shown = useMemo(
    () => (typed ? options.filter((option) => matches(option, clean.toLowerCase())) : options),
    [options, typed, clean],
  );
  const exact = shown.findIndex(({ label, value }) => label === clean || value === clean);
  const active = moved ?? (exact === -1 ? 0 : exact);
  const takes = moved !== null || (typed && clean !== '');
  return {
    shown,
    active,
    /** Words of the option that is meant; what was typed where there is none. */
    meant: takes ? (shown[active]?.label ?? text) : text,
    onTyped: () => {
      setTyped(true);
      setMoved(null);
    },
    move: (step: number) => setMoved(Math.max(0, Math.min(shown.length - 1, active + step))),
    onActive: setMoved,
  };
};

/**
 * The input inside a cell. It must hold the focus before the first key reaches it, or an input method would begin its
 * composition outside; that is why the grid opens it with flushSync and it focuses in its ref.
 */
export const CellEditor = <L extends object>({ edit, column, options, onDone }: Props<L>) => {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(edit.text);
  const choice = useCellOptions(options, edit, text);
  const phone = usePhone();
  const done = useRef(false);
  const leave = (then: Leave, words = text): void => {
    if (done.current) return;
    done.current = true;
    onDone(words, then);
  };
  useEffect(() => {
    if (!edit.fresh) input.current?.select();
  }, [edit]);
  const chooses = options.length > 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    // While an input method composes, Enter and Esc belong to it.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (chooses && step !== 0) {
      event.preventDefault();
      return choice.move(step);
    }
    const then = leaveOf(event);
    if (then === undefined) return;
    event.preventDefault();
    leave(then, chooses ? choice.meant : text);
  };
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
        // Options are chosen by touch on a phone: no keyboard covers them.
        inputMode={isNumeric(column.kind) ? 'decimal' : chooses && phone ? 'none' : undefined}
        {...(chooses && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-autocomplete': 'list',
          'aria-controls': list,
          'aria-activedescendant': choice.shown.length > 0 ? `${list}-${choice.active}` : undefined,
        })}
        autoComplete="off"
        onChange={(event) => {
          choice.onTyped();
          setText(event.target.value);
        }}
        onBlur={() => leave('stay')}
        onKeyDown={onKeyDown}
      />
      {chooses ? (
        <Suspense>
          <CellOptions
            id={list}
            label={column.title}
            options={choice.shown}
            active={choice.active}
            chosen={edit.text}
            onActive={choice.onActive}
            onChoose={({ label }) => leave('down', label)}
          />
        </Suspense>
      ) : null}
    </>
  );
};
