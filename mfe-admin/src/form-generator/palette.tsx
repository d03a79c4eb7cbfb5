/** What can be added: dragged to its place, or pressed to stand below the chosen field. */
import { useDraggable } from '@dnd-kit/react';
import { WIDGET_GROUPS, WIDGET_NAMES, type Widget } from './widgets.ts';

const Entry = ({ widget, onAdd }: { readonly widget: Widget; readonly onAdd: (widget: Widget) => void }) => {
  const { ref } = useDraggable({ id: `new:${widget}`, data: { widget } });
  return (
    <button ref={ref} type="button" onClick={() => onAdd(widget)}>
      {WIDGET_NAMES[widget]}
    </button>
  );
};
export const Palette = ({ onAdd }: { readonly onAdd: (widget: Widget) => void }) => (
  <aside className="fg-palette" aria-label="控件">
    {WIDGET_GROUPS.map(({ title, widgets }) => (
      <section key={title} aria-label={title}>
        <h2>{title}</h2>
        <div>
          {widgets.map((widget) => (
            <Entry key={widget} widget={widget} onAdd={onAdd} />
          ))}
        </div>
      </section>
    ))}
  </aside>
);
