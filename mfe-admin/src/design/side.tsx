/** The left side: what can be added, and the elements as a list that the keyboard walks through. */
import { Button } from 'root-config/ui';
import { useState, type Dispatch } from 'react';
import type { PrintElementType } from 'services/contracts/print-layout';
import { TYPE_NAMES, nameOf, newElement, newField } from './elements.ts';
import { FieldPicker } from './field-picker.tsx';
import { paperOf, type PaperField } from './fields.ts';
import type { Design, DesignStep } from './model.ts';
import type { View } from './view.ts';

type AddableType = Exclude<PrintElementType, 'field'>;
const ADDABLE: readonly AddableType[] = ['text', 'barcode', 'qr', 'image', 'line', 'table'];
type Props = {
  readonly design: Design;
  readonly step: Dispatch<DesignStep>;
  readonly view: View;
  readonly kept: readonly PaperField[];
};
const Adding = ({ design, step, view, kept }: Props) => {
  const place = {
    kind: view.kind,
    page: design.drawing.page,
    boxes: design.drawing.items.map(({ element }) => element),
  };
  const add = (type: AddableType): void => step({ type: 'add', elements: [newElement(type, place)] });
  const types = paperOf(view.kind).lines === undefined ? ADDABLE.filter((type) => type !== 'table') : ADDABLE;
  return (
    <>
      <div className="dz-add" role="group" aria-label="添加元素">
        {types.map((type) => (
          <Button key={type} size="small" onClick={() => add(type)}>
            {TYPE_NAMES[type]}
          </Button>
        ))}
      </div>
      <FieldPicker
        kind={view.kind}
        kept={kept}
        onPick={(field) => step({ type: 'add', elements: [newField(field, place)] })}
      />
    </>
  );
};
const Layers = ({ design, step, view }: Props) => {
  const { items } = design.drawing;
  if (items.length === 0) return <p className="dz-note">还没有元素。先从“添加”里选一个。</p>;
  return (
    <ul className="dz-layers" aria-label="元素，上面的盖住下面的">
      {items.toReversed().map(({ id, element }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={design.selected.includes(id)}
            onClick={({ shiftKey, ctrlKey }) =>
              step(shiftKey || ctrlKey ? { type: 'toggle', id } : { type: 'select', ids: [id] })
            }
          >
            <span>{nameOf(element, view.kind)}</span>
            <small>{TYPE_NAMES[element.type]}</small>
          </button>
        </li>
      ))}
    </ul>
  );
};

const TABS = [
  { name: 'add', label: '添加' },
  { name: 'layers', label: '元素' },
] as const;
export const Side = (props: Props) => {
  const [tab, setTab] = useState<(typeof TABS)[number]['name']>('add');
  return (
    <aside className="dz-side" aria-label="元素和字段">
      <div className="dz-tabs" role="tablist" aria-label="元素和字段">
        {TABS.map(({ name, label }) => (
          <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => setTab(name)}>
            {name === 'layers' ? `${label}（${props.design.drawing.items.length}）` : label}
          </button>
        ))}
      </div>
      {tab === 'add' ? <Adding {...props} /> : <Layers {...props} />}
    </aside>
  );
};
