import { useState, type ReactNode } from 'react';
import { RemoteSelect } from '../pieces/selects.tsx';
import { textOf, type InputPropsOf } from './input-props.ts';

/** A choice the server is asked for; where its kind knows how, what is missing can be added on the way. */
export const RemoteInput = <V extends object>({
  field,
  form,
  id,
  describedBy,
  disabled,
}: InputPropsOf<V, 'remote'>) => {
  const [adding, setAdding] = useState<ReactNode>(null);
  const { addNew, nameField } = field;
  const numeric = (value: string | undefined): unknown =>
    value !== undefined && /^\d+$/.test(value) ? Number(value) : value;
  const name = nameField === undefined ? undefined : textOf(form.values[nameField]);
  const pick = (value: string | undefined, label?: string): void => {
    form.change(field, numeric(value));
    if (nameField !== undefined) form.set({ [nameField]: label } as Partial<V>);
  };
  const open = (): void =>
    setAdding(
      addNew?.open(
        (option) => {
          pick(option.value, option.label);
          setAdding(null);
        },
        () => setAdding(null),
      ),
    );
  return (
    <>
      <RemoteSelect
        id={id}
        label={field.label}
        describedBy={describedBy}
        source={field.source}
        disabled={disabled}
        invalid={form.problemOf(field.name) !== undefined}
        placeholder={field.placeholder}
        value={textOf(form.values[field.name])}
        wordsOf={() => (name === '' ? undefined : name)}
        extra={addNew === undefined ? undefined : { label: addNew.label, onPress: open }}
        onChange={(value) => pick(value)}
        onRow={(row) => {
          if (nameField === undefined || row === undefined) return;
          form.set({ [nameField]: field.source.label?.(row) ?? row['name'] } as Partial<V>);
        }}
      />
      {adding}
    </>
  );
};
