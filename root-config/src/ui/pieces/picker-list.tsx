import { Spinner, TextInput } from '@primer/react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type UIEvent } from 'react';
import { matches } from './option-match.ts';
import type { PickerOption, PickerProps } from './picker-props.ts';
import { usePhone } from './use-media.ts';

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

type OptionsProps = {
  readonly picker: PickerProps;
  readonly id: string;
  readonly choices: readonly PickerOption[];
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onPick: (option: PickerOption) => void;
};
const PickerOptions = ({ picker, id, choices, active, onActive, onPick }: OptionsProps) => {
  const { chosen, multiple = false, loading = false } = picker;
  return (
    <div
      id={id}
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
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={chosen.includes(option.value)}
          aria-disabled={option.disabled}
          className={index === active ? 'ui-picker-option ui-picker-active' : 'ui-picker-option'}
          style={{ paddingLeft: 28 + 16 * (option.depth ?? 0) }}
          onMouseMove={() => onActive(index)}
          onClick={() => onPick(option)}
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
  );
};

/** The open list: search box, options, what may be added. */
export const PickerList = ({ picker, first, onClose }: ListProps) => {
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
      <PickerOptions
        picker={picker}
        id={listId}
        choices={choices}
        active={active}
        onActive={setActive}
        onPick={choose}
      />
      <PickerFoot picker={picker} typed={typed} onClose={onClose} />
    </div>
  );
};
