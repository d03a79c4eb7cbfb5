import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { RemoteSelect } from '../pieces/selects.tsx';
import type { Option } from '../format/kinds.ts';
import { textOf, type InputPropsOf } from './input-props.ts';

/** A choice the server is asked for; where its kind knows how, what is missing can be added on the way. */
export const RemoteInput = <V extends object>({
  field,
  form,
  id,
  describedBy,
  disabled,
}: InputPropsOf<V, 'remote'>) => {
  const [over, setOver] = useState<ReactNode>(null);
  const { addNew, edit, nameField } = field;
  const numeric = (value: string | undefined): unknown =>
    value !== undefined && /^\d+$/.test(value) ? Number(value) : value;
  const name = nameField === undefined ? undefined : textOf(form.values[nameField]);
  const pick = (value: string | undefined, label?: string): void => {
    form.change(field, numeric(value));
    if (nameField !== undefined) form.set({ [nameField]: label } as Partial<V>);
  };
  const close = (): void => setOver(null);
  const queries = useQueryClient();
  const done = ({ value, label }: Option): void => {
    // The list that was read before knows the former words.
    void queries.invalidateQueries({ queryKey: [field.source.path, 'options'] });
    pick(value, label);
    close();
  };
  const chosen = textOf(form.values[field.name]);
  const select = (
    <RemoteSelect
      id={id}
      label={field.label}
      describedBy={describedBy}
      source={field.source}
      disabled={disabled}
      invalid={form.problemOf(field.name) !== undefined}
      placeholder={field.placeholder}
      value={chosen}
      wordsOf={() => (name === '' ? undefined : name)}
      extra={
        addNew === undefined ? undefined : { label: addNew.label, onPress: () => setOver(addNew.open(done, close)) }
      }
      onChange={(value) => pick(value)}
      onRow={(row) => {
        if (nameField === undefined || row === undefined) return;
        form.set({ [nameField]: field.source.label?.(row) ?? row['name'] } as Partial<V>);
      }}
    />
  );
  return (
    <>
      {edit === undefined ? (
        select
      ) : (
        // Around it from the start: a picker that moves in the tree would lose the keyboard.
        <div className="ui-with-aside">
          {select}
          {chosen === '' || disabled === true ? null : (
            <button type="button" className="ui-link" onClick={() => setOver(edit.open(chosen, done, close))}>
              {edit.label}
            </button>
          )}
        </div>
      )}
      {over}
    </>
  );
};
