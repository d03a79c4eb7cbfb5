import { useLayoutEffect, useRef } from 'react';
import type { Option } from '../format/kinds.ts';
import './cell-options.css';

type Props = {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Option[];
  /** Index of the one that Enter takes. */
  readonly active: number;
  /** Words of the one that stands in the cell. */
  readonly chosen: string;
  readonly onActive: (index: number) => void;
  readonly onChoose: (option: Option) => void;
};

const PHONE_PX = 640;
/** Under its cell, or over it where there is more room; on a phone at the thumb, as every list of options. */
const placeAt = (list: HTMLElement, cell: DOMRect): void => {
  const { style } = list;
  const below = innerHeight - cell.bottom;
  const over = below < list.offsetHeight && cell.top > below;
  const phone = innerWidth <= PHONE_PX;
  style.left = phone ? '0' : `${Math.max(0, Math.min(cell.left, innerWidth - list.offsetWidth))}px`;
  style.minWidth = phone ? '100%' : `${cell.width}px`;
  style.top = over || phone ? 'auto' : `${cell.bottom}px`;
  style.bottom = phone ? '0' : over ? `${innerHeight - cell.top}px` : 'auto';
};

/** The options of a cell in the top layer, so that no grid or dialog cuts them off; the keyboard stays in the cell. */
const CellOptions = ({ id, label, options, active, chosen, onActive, onChoose }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    const cell = element?.parentElement;
    if (element === null || cell === null || cell === undefined) return;
    const place = (): void => placeAt(element, cell.getBoundingClientRect());
    // A browser without a top layer shows them where they stand.
    if ('showPopover' in element) element.showPopover();
    place();
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
    };
  }, [options.length]);
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active, options]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      popover="manual"
      className="ui-cell-options ui-picker-options"
      // A press must neither take the focus out of the cell nor choose cells under the list.
      onMouseDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onClick={(event) => event.stopPropagation()}
    >
      {options.map((option, index) => (
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={option.label === chosen}
          aria-disabled={option.disabled}
          className={index === active ? 'ui-picker-option ui-picker-active' : 'ui-picker-option'}
          onMouseMove={() => onActive(index)}
          onClick={() => {
            if (option.disabled !== true) onChoose(option);
          }}
        >
          {option.label}
        </div>
      ))}
      {options.length === 0 ? <p className="ui-picker-none">没有找到</p> : null}
    </div>
  );
};
export default CellOptions;
