import { AnchoredOverlay } from '@primer/react';
import { useDictionary, useShopTree } from 'root-config/api';
import { isNone, withUnit } from 'services/contracts/field-units';
import { useId, useState, type ReactNode } from 'react';
import { NOTHING, pictureNames, show, words } from '../format/show.ts';
import type { ValueKind } from '../format/kinds.ts';
import { KeyCap } from '../pieces/key-cap.tsx';
import { Thumb } from '../pieces/thumb.tsx';
import { StatusLabel } from '../pieces/status-label.tsx';
import { FieldInput } from './field-input.tsx';
import { chosenWords, filesOf, momentText } from './more-values.ts';
import { fieldsIn, mayBeWritten, type NumberField } from './form-model.ts';
import type { FormState } from './use-form.ts';
import type { Field, Section } from './types.ts';

const DictValue = ({ dict, value }: { dict: string; value: unknown }) => {
  const { labelOf } = useDictionary(dict);
  return words(typeof value === 'string' || typeof value === 'number' ? labelOf(value) : value);
};
const ShopValue = ({ value }: { value: unknown }) => {
  const { nameOf } = useShopTree();
  return words(nameOf(Number(value)));
};
const shown = (as: ValueKind, value: unknown, dict?: string): ReactNode => {
  if (as === 'dict') return <DictValue dict={dict ?? ''} value={value} />;
  if (as === 'shop') return <ShopValue value={value} />;
  if (as === 'status') return <StatusLabel value={value} />;
  if (as === 'picture') return <Thumb names={pictureNames(value)} />;
  return show(as, value);
};

const pictures = (value: unknown): ReactNode => {
  const names = pictureNames(value);
  if (names.length === 0) return NOTHING;
  return names.map((name) => <Thumb key={name} names={[name, ...names.filter((other) => other !== name)]} size={96} />);
};
const optionWords = <V extends object>(field: Extract<Field<V>, { options: unknown }>, form: FormState<V>): string => {
  const options = typeof field.options === 'function' ? field.options(form.values) : field.options;
  const value = form.values[field.name];
  return options.find((option) => option.value === String(value as string | number))?.label ?? words(value);
};

const figure = <V extends object>({ name, kind, unit, unitBy }: NumberField<V>, values: Partial<V>): string => {
  const value = values[name];
  const text = isNone(name, kind, value) ? NOTHING : show(kind, value);
  return text === NOTHING ? text : withUnit(text, unitBy?.(values) ?? unit);
};
/** A field's value as text; a record in view mode is a document, not a switched-off form. */
const ReadValue = <V extends object>({ field, form }: { field: Field<V>; form: FormState<V> }): ReactNode => {
  const value = form.values[field.name];
  switch (field.kind) {
    case 'dict':
      return <DictValue dict={field.dict} value={value} />;
    case 'shop':
      return <ShopValue value={value} />;
    case 'remote':
      return words(field.nameField === undefined ? value : (form.values[field.nameField] ?? value));
    case 'select':
    case 'radio':
      return optionWords(field, form);
    case 'choices':
    case 'cascade':
      return chosenWords(field, value);
    case 'files':
      return words(
        filesOf(value)
          .map(({ name }) => name)
          .join('、'),
      );
    case 'checkbox':
    case 'switch':
      return value === (field.on ?? true) ? '是' : '否';
    case 'pictures':
      return <span className="ui-read-pictures">{pictures(value)}</span>;
    case 'custom':
      return field.render(form);
    case 'password':
      return '••••••';
    case 'computed':
      // While it is edited it follows its inputs; in a saved document it is what was saved.
      return shown(field.as, form.mode === 'view' ? (value ?? field.compute(form.values)) : field.compute(form.values));
    case 'fixed':
      return shown(field.as, value, field.dict);
    case 'day':
      return show('day', value);
    case 'text':
    case 'textarea':
      return words(value);
    case 'moment':
      return words(typeof value === 'string' ? momentText(value) : value);
    default:
      return figure(field, form.values);
  }
};

/** ƒ opens the formula and what went into it. */
const Formula = <V extends object>({
  field,
  form,
  sections,
}: {
  field: Extract<Field<V>, { kind: 'computed' }>;
  form: FormState<V>;
  sections: readonly Section<V>[];
}) => {
  const [open, setOpen] = useState(false);
  const inputs = fieldsIn(sections).filter(({ name }) => field.inputs?.includes(name) === true);
  return (
    <AnchoredOverlay
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      focusZoneSettings={{ disabled: true }}
      overlayProps={{ role: 'dialog', 'aria-label': `${field.label}的计算公式` }}
      renderAnchor={(anchor) => (
        <button {...anchor} type="button" className="ui-formula" aria-label={`${field.label}的计算公式`}>
          ƒ
        </button>
      )}
    >
      <div className="ui-formula-text" tabIndex={-1}>
        <p>{field.formula}</p>
        <dl>
          {inputs.map((input) => (
            <div key={input.name}>
              <dt>{input.label}</dt>
              <dd>
                <ReadValue field={input} form={form} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </AnchoredOverlay>
  );
};

const disabledBy = <V extends object>(field: Field<V>, form: FormState<V>): boolean =>
  typeof field.disabled === 'function' ? field.disabled(form.values) : field.disabled === true;

const classOf = <V extends object>(field: Field<V>, reads: boolean): string => {
  const span = field.span === undefined ? '' : ` ui-span-${field.span}`;
  return `ui-field${span}${field.kind === 'checkbox' && !reads ? ' ui-field-check' : ''}`;
};

type Props<V extends object> = {
  readonly field: Field<V>;
  readonly form: FormState<V>;
  readonly sections: readonly Section<V>[];
};
const WithAside = <V extends object>({
  field,
  form,
  children,
}: Pick<Props<V>, 'field' | 'form'> & { readonly children: ReactNode }) =>
  field.aside === undefined ? (
    children
  ) : (
    <div className="ui-with-aside">
      {children}
      {field.aside(form)}
    </div>
  );
/** Controls that are several, or draw themselves: a label would lead to none of them. */
const SEVERAL: readonly string[] = ['custom', 'pictures', 'radio', 'choices', 'cascade', 'files'];
type LabelProps<V extends object> = Props<V> & { readonly id: string; readonly reads: boolean };
/** The words of a field with its required mark, and the formula of a computed one. */
const FieldLabel = <V extends object>({ field, form, sections, id, reads }: LabelProps<V>) => {
  const words = (
    <>
      {field.label}
      {field.required !== undefined && !reads ? (
        <span className="ui-required" aria-hidden>
          {' *'}
        </span>
      ) : null}
      {field.shortcut === undefined || reads ? null : <KeyCap name={field.shortcut} />}
    </>
  );
  const formula = field.kind === 'computed' ? <Formula field={field} form={form} sections={sections} /> : null;
  if (reads || SEVERAL.includes(field.kind)) {
    return (
      <span className="ui-label" id={`${id}-label`}>
        {words}
        {formula}
      </span>
    );
  }
  return (
    <span className="ui-label">
      <label id={`${id}-label`} htmlFor={id}>
        {words}
      </label>
      {formula}
    </span>
  );
};
/** A field with its label, required mark, hint and message. */
export const LabelledField = <V extends object>({ field, form, sections }: Props<V>) => {
  const id = useId();
  const message = form.problemOf(field.name);
  const computes = field.kind === 'computed' && !mayBeWritten(field);
  const reads = form.mode === 'view' || computes || field.kind === 'fixed';
  // A hint helps to fill in; what was saved needs none.
  const note = message ?? (form.mode === 'view' ? undefined : field.hint);
  return (
    <div className={classOf(field, reads)} data-field={field.name}>
      <FieldLabel field={field} form={form} sections={sections} id={id} reads={reads} />
      {reads ? (
        <output className={form.mode === 'view' ? 'ui-read' : 'ui-read ui-read-box'} aria-labelledby={`${id}-label`}>
          <ReadValue field={field} form={form} />
        </output>
      ) : (
        <WithAside field={field} form={form}>
          <FieldInput
            field={field}
            form={form}
            id={id}
            describedBy={note === undefined ? undefined : `${id}-note`}
            disabled={disabledBy(field, form)}
          />
        </WithAside>
      )}
      {note === undefined ? null : (
        <span id={`${id}-note`} className={message === undefined ? 'ui-hint' : 'ui-problem'}>
          {note}
        </span>
      )}
    </div>
  );
};
