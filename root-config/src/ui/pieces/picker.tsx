import { AnchoredOverlay, Spinner, TextInput } from '@primer/react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type UIEvent } from 'react';
import type { Option } from '../format/kinds.ts';
import { onScanned } from '../grid/scan-signal.ts';
import { matches } from './option-match.ts';
import { usePhone } from './use-media.ts';
import './picker.css';

export type PickerOption = Option & { readonly depth?: number };
export type PickerProps = {
  readonly id?: string | undefined;
  readonly label: string;
  readonly options: readonly PickerOption[];
  /** Chosen values; several with `multiple`. */
  readonly chosen: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
  /** Words of chosen values that are not among the options (yet). */
  readonly wordsOf?: ((value: string) => string | undefined) | undefined;
  readonly multiple?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly placeholder?: string | undefined;
  /** An empty value may be chosen again; default true. */
  readonly clearable?: boolean | undefined;
  readonly loading?: boolean | undefined;
  /** Searching is done elsewhere; otherwise the options are filtered here. */
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly onMore?: (() => void) | undefined;
  readonly onOpen?: (() => void) | undefined;
  /** Last entry of the list: 新增客户. */
  readonly extra?: { readonly label: string; readonly onPress: (typed: string) => void } | undefined;
  /** Typed words become the value. */
  readonly free?: boolean | undefined;
  readonly invalid?: boolean | undefined;
  readonly describedBy?: string | undefined;
  /** As FormControl gives it; the same as `describedBy`. */
  readonly 'aria-describedby'?: string | undefined;
  /** Stands in a line of filters instead of a form. */
  readonly compact?: boolean | undefined;
  /** As wide as its words and lower than a field: in a line of text, in a toolbar. */
  readonly small?: boolean | undefined;
  readonly anchor?: ReactNode;
};

const useChoices = ({ options, onSearch, free = false }: PickerProps, typed: string): readonly PickerOption[] =>
  useMemo(() => {
    const clean = typed.normalize('NFKC').trim();
    const found = onSearch === undefined ? options.filter((option) => matches(option, clean.toLowerCase())) : options;
    const exact = found.some(({ label }) => label === clean);
    return free && clean !== '' && !exact ? [...found, { value: clean, label: clean }] : found;
  }, [options, onSearch, free, typed]);

/** So few that they are seen at once: the search box only shows what was typed. */
const FEW = 12;
const isShort = ({ options, onSearch, free = false, loading = false }: PickerProps): boolean =>
  options.length <= FEW && onSearch === undefined && !free && !loading;

const isNearEnd = ({ currentTarget: list }: UIEvent<HTMLElement>): boolean =>
  list.scrollTop + list.clientHeight > list.scrollHeight - 80;

type ListProps = { readonly picker: PickerProps; readonly first: string; readonly onClose: () => void };
/** 清空, what may be added, 完成. */
const PickerFoot = ({ picker, typed, onClose }: Omit<ListProps, 'first'> & { readonly typed: string }) => {
  const { chosen, multiple = false, clearable = true } = picker;
  return (
    <div className="ui-picker-foot">
      {clearable && chosen.length > 0 ? (
        <button
          type="button"
          onClick={() => {
            picker.onChoose([]);
            onClose();
          }}
        >
          清空
        </button>
      ) : null}
      {picker.extra === undefined ? null : (
        <button
          type="button"
          onClick={() => {
            onClose();
            picker.extra?.onPress(typed.trim());
          }}
        >
          {picker.extra.label}
        </button>
      )}
      {multiple ? (
        <button type="button" onClick={onClose}>
          完成
        </button>
      ) : null}
    </div>
  );
};

/** The open list: search box, options, what may be added. */
const PickerList = ({ picker, first, onClose }: ListProps) => {
  const { chosen, multiple = false, loading = false } = picker;
  const listId = useId();
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(first);
  const choices = useChoices(picker, typed);
  const [start] = useState(() =>
    Math.max(
      0,
      choices.findIndex(({ value }) => value === chosen[0]),
    ),
  );
  const [active, setActive] = useState(start);
  // A list opened by touch is chosen from by touch: the keyboard of a phone comes when the search box itself is touched.
  const phone = usePhone();
  const [wantsKeys, setWantsKeys] = useState(false);
  useEffect(() => {
    document.getElementById(`${listId}-${start}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, start]);
  const choose = (option: PickerOption | undefined): void => {
    if (option === undefined || option.disabled === true) return;
    if (!multiple) {
      picker.onChoose([option.value]);
      return onClose();
    }
    const without = chosen.filter((value) => value !== option.value);
    picker.onChoose(without.length === chosen.length ? [...chosen, option.value] : without);
  };
  // Enter was pressed before the words typed were looked up: the first hit is meant, not what stood there before.
  const hasty = useRef(false);
  useEffect(() => {
    if (loading || !hasty.current) return;
    hasty.current = false;
    choose(choices[active]);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const next = Math.max(0, Math.min(choices.length - 1, active + step));
      setActive(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      if (loading) hasty.current = true;
      else choose(choices[active]);
    }
  };
  return (
    <div className={typed === '' && isShort(picker) ? 'ui-picker-list ui-picker-short' : 'ui-picker-list'}>
      <TextInput
        ref={search}
        block
        className="ui-picker-search"
        inputMode={phone && !wantsKeys ? 'none' : 'text'}
        onPointerDown={() => setWantsKeys(true)}
        aria-label={`搜索${picker.label}`}
        placeholder="输入文字查找"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={choices.length > 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        autoFocus
        value={typed}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onChange={(event) => {
          hasty.current = false;
          setTyped(event.target.value);
          setActive(0);
          picker.onSearch?.(event.target.value.normalize('NFKC').trim());
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={picker.label}
        aria-multiselectable={multiple}
        className="ui-picker-options"
        onScroll={(event) => {
          if (isNearEnd(event)) picker.onMore?.();
        }}
      >
        {choices.map((option, index) => (
          <div
            key={option.value}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={chosen.includes(option.value)}
            aria-disabled={option.disabled}
            className={index === active ? 'ui-picker-option ui-picker-active' : 'ui-picker-option'}
            style={{ paddingLeft: 28 + 16 * (option.depth ?? 0) }}
            onMouseMove={() => setActive(index)}
            onClick={() => choose(option)}
          >
            {option.label}
          </div>
        ))}
        {choices.length === 0 && !loading ? <p className="ui-picker-none">没有找到</p> : null}
        {loading ? (
          <p className="ui-picker-none">
            <Spinner size="small" srText="加载中…" />
          </p>
        ) : null}
      </div>
      <PickerFoot picker={picker} typed={typed} onClose={onClose} />
    </div>
  );
};

/** A button that opens a searchable list. ↓, Space or typing opens; Esc closes. */
export const Picker = (picker: PickerProps) => {
  const [open, setOpen] = useState(false);
  const [first, setFirst] = useState('');
  // The first key of a barcode opened it; the code went to the scanner's handler.
  useEffect(() => onScanned(() => setOpen(false)), []);
  const openWith = (start: string): void => {
    setFirst(start);
    picker.onOpen?.();
    picker.onSearch?.(start);
    setOpen(true);
  };
  const words = picker.chosen
    .map((value) => picker.options.find((option) => option.value === value)?.label ?? picker.wordsOf?.(value) ?? value)
    .join('、');
  const empty = picker.chosen.length === 0;
  const className = `ui-picker${picker.compact === true ? ' ui-picker-compact' : ''}${picker.small === true ? ' ui-picker-small' : ''}${picker.invalid === true ? ' ui-picker-invalid' : ''}`;
  return (
    <AnchoredOverlay
      open={open}
      onOpen={() => openWith('')}
      onClose={() => setOpen(false)}
      focusZoneSettings={{ disabled: true }}
      overlayProps={{ role: 'dialog', 'aria-label': picker.label, className: 'ui-picker-overlay' }}
      renderAnchor={(anchor) => (
        <button
          {...anchor}
          id={picker.id ?? anchor.id}
          type="button"
          className={picker.anchor === undefined ? className : 'ui-picker-mark'}
          data-picker={empty ? 'empty' : 'chosen'}
          disabled={picker.disabled}
          aria-invalid={picker.invalid}
          aria-describedby={picker.describedBy ?? picker['aria-describedby']}
          aria-label={`${picker.label}：${empty ? (picker.placeholder ?? '请选择') : words}`}
          title={words}
          onKeyDown={(event) => {
            const types = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
            // An input method began to compose: the box is there for what it will bring.
            if (event.keyCode === 229) openWith('');
            else if (types || event.key === 'ArrowDown') {
              event.preventDefault();
              openWith(types ? event.key.trim() : '');
            }
          }}
        >
          {picker.anchor ?? (
            <span className={empty ? 'ui-picker-placeholder' : 'ui-picker-words'}>
              {empty ? (picker.placeholder ?? '请选择') : words}
            </span>
          )}
        </button>
      )}
    >
      <PickerList picker={picker} first={first} onClose={() => setOpen(false)} />
    </AnchoredOverlay>
  );
};
