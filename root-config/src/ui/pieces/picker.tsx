import { AnchoredOverlay } from '@primer/react';
import { onScanned } from 'root-config/api';
import { useEffect, useState } from 'react';
import { PickerList } from './picker-list.tsx';
import type { PickerProps } from './picker-props.ts';
import './picker.css';

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
