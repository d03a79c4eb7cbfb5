/** Every field of this kind of paper, in groups, with units; typed words narrow it. */
import { useCan } from 'root-config/api';
import { TextInput } from 'root-config/ui';
import { useId, useState } from 'react';
import { paperOf, type FieldGroup, type PaperField } from './fields.ts';

/** The columns somebody keeps for this kind come first, under their own names. */
export const groupsFor = (kind: string, kept: readonly PaperField[], seesCost: boolean): readonly FieldGroup[] => {
  const known = paperOf(kind).groups.filter(({ cost }) => cost !== true || seesCost);
  const lines = new Set((paperOf(kind).lines ?? []).map(({ field }) => field));
  const header = kept.filter(({ field }) => !lines.has(field) || known.some((group) => has(group, field)));
  return header.length === 0 ? known : [{ title: '常用（模板字段）', fields: header }, ...known];
};
const has = ({ fields }: FieldGroup, name: string): boolean => fields.some(({ field }) => field === name);
const matching = (groups: readonly FieldGroup[], typed: string): readonly FieldGroup[] => {
  const word = typed.trim().toLowerCase();
  if (word === '') return groups;
  return groups
    .map((group) => ({
      ...group,
      fields: group.fields.filter(({ field, title }) => title.includes(word) || field.toLowerCase().includes(word)),
    }))
    .filter(({ fields }) => fields.length > 0);
};

type Props = {
  readonly kind: string;
  readonly kept: readonly PaperField[];
  readonly onPick: (field: PaperField) => void;
};
export const FieldPicker = ({ kind, kept, onPick }: Props) => {
  const id = useId();
  const [typed, setTyped] = useState('');
  const seesCost = useCan('biz:cost:view');
  const groups = matching(groupsFor(kind, kept, seesCost), typed);
  return (
    <div className="dz-fields">
      <TextInput
        block
        size="small"
        aria-label="查找字段"
        placeholder="查找字段"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {groups.length === 0 ? <p className="dz-note">没有这样的字段</p> : null}
      {groups.map(({ title, fields }) => (
        <section key={title} aria-labelledby={`${id}-${title}`}>
          <h3 id={`${id}-${title}`}>{title}</h3>
          <ul>
            {fields.map((field) => (
              <li key={field.field}>
                <button type="button" className="dz-chip" onClick={() => onPick(field)}>
                  {field.title}
                  {field.unit === '' ? null : <small>{field.unit}</small>}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
};
