/** The form as it is built: each field moves by dragging, or with Alt and the arrow keys. */
import { useDroppable } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { Button } from 'root-config/ui';
import type { Dispatch, KeyboardEvent } from 'react';
import { idOf, type FormField } from './form-json.ts';
import type { Building, BuildStep } from './model.ts';
import { WIDGET_NAMES, optionsOf, widgetOf } from './widgets.ts';

type Props = { readonly building: Building; readonly step: Dispatch<BuildStep> };
const drawn = (field: FormField): string => {
  const options = optionsOf(field).map(({ label }) => label);
  const { placeholder } = field;
  return options.length > 0 ? options.join('　') : typeof placeholder === 'string' ? placeholder : '';
};
type FieldProps = {
  readonly field: FormField;
  readonly index: number;
  readonly chosen: boolean;
  readonly step: Props['step'];
};
const Item = ({ field, index, chosen, step }: FieldProps) => {
  const id = idOf(field);
  const { ref, handleRef, isDragSource } = useSortable({ id, index });
  const { label, required, span } = field.__config__;
  const widget = widgetOf(field);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.altKey && by !== undefined) step({ type: 'move', id, to: index + by });
    else if (event.key === 'Delete') step({ type: 'remove', id });
    else return;
    event.preventDefault();
  };
  return (
    <li ref={ref} style={{ gridColumn: `span ${span}` }} className={isDragSource ? 'fg-item fg-dragged' : 'fg-item'}>
      <button
        ref={handleRef}
        type="button"
        aria-pressed={chosen}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
        onClick={() => step({ type: 'select', id })}
        onKeyDown={onKeyDown}
      >
        <span>
          {required ? <b aria-hidden>* </b> : null}
          {label}
        </span>
        <small>{widget === null ? `其他控件（${field.__config__.tag}）` : WIDGET_NAMES[widget]}</small>
        <i>{drawn(field)}</i>
      </button>
      {chosen ? (
        <span className="fg-item-actions">
          <Button size="small" onClick={() => step({ type: 'copy', id })}>
            复制
          </Button>
          <Button size="small" variant="danger" onClick={() => step({ type: 'remove', id })}>
            删除
          </Button>
        </span>
      ) : null}
    </li>
  );
};
export const Canvas = ({ building, step }: Props) => {
  const { fields, conf } = building.form;
  const { ref } = useDroppable({ id: 'end' });
  return (
    <>
      <ol className="fg-canvas" aria-label="表单字段，用 Alt 和上下方向键移动" style={{ columnGap: conf.gutter }}>
        {fields.map((field, index) => (
          <Item key={idOf(field)} {...{ field, index, step }} chosen={building.selected === idOf(field)} />
        ))}
      </ol>
      <p ref={ref} className="fg-end">
        {fields.length === 0 ? '把控件拖到这里，或者按一下控件把它加进来。' : '拖到这里，放在最后'}
      </p>
    </>
  );
};
