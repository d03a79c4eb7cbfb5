/** A form while somebody builds it: its fields, the one that is chosen, and steps that can be taken back. Pure. */
import {
  EMPTY_FORM,
  FIRST_ID,
  idOf,
  MOST_FIELDS,
  numbered,
  type Form,
  type FormConf,
  type FormField,
} from './form-json.ts';
import { newField, type Widget } from './widgets.ts';

export type Building = {
  readonly form: Form;
  readonly selected: number | null;
  readonly past: readonly Form[];
  readonly future: readonly Form[];
  /** Steps of one kind in a row (typing into one field) are taken back together. */
  readonly tag: string | null;
};
/** Older ones are forgotten. */
const MOST_STEPS = 100;
export type BuildStep =
  /** `at` counts from 0; without it below the chosen field, else at the end. */
  | { readonly type: 'add'; readonly widget: Widget; readonly at?: number }
  | { readonly type: 'move'; readonly id: number; readonly to: number }
  | { readonly type: 'copy' | 'remove' | 'select'; readonly id: number }
  | {
      readonly type: 'change';
      readonly id: number;
      readonly change: (field: FormField) => FormField;
      readonly tag: string;
    }
  | { readonly type: 'conf'; readonly patch: Partial<FormConf>; readonly tag: string }
  | { readonly type: 'replace'; readonly form: Form }
  | { readonly type: 'unselect' | 'undo' | 'redo' };

export const startBuilding = (form: Form = EMPTY_FORM): Building => ({
  form,
  selected: null,
  past: [],
  future: [],
  tag: null,
});
const nextId = ({ fields }: Form): number => Math.max(FIRST_ID - 1, ...fields.map(idOf)) + 1;
export const placeOf = ({ fields }: Form, id: number | null): number => fields.findIndex((field) => idOf(field) === id);

const stepped = (building: Building, form: Form, tag: string | null = null): Building => {
  const joined = tag !== null && tag === building.tag;
  const past = joined ? building.past : [...building.past, building.form].slice(-MOST_STEPS);
  return { ...building, form, past, future: [], tag };
};
const withFields = (building: Building, fields: readonly FormField[], tag: string | null = null): Building =>
  stepped(building, { ...building.form, fields }, tag);
const insert = (building: Building, field: FormField, at: number): Building => {
  const { fields } = building.form;
  if (fields.length >= MOST_FIELDS) return building;
  return { ...withFields(building, fields.toSpliced(at, 0, field)), selected: idOf(field) };
};
const add = (building: Building, widget: Widget, at: number | undefined): Building => {
  const { form, selected } = building;
  const chosen = placeOf(form, selected);
  return insert(
    building,
    newField(widget, nextId(form), form.conf.span),
    at ?? (chosen < 0 ? form.fields.length : chosen + 1),
  );
};
const move = (building: Building, id: number, to: number): Building => {
  const { fields } = building.form;
  const from = placeOf(building.form, id);
  const field = fields[from];
  const place = Math.min(Math.max(to, 0), fields.length - 1);
  if (field === undefined || place === from) return building;
  return { ...withFields(building, fields.toSpliced(from, 1).toSpliced(place, 0, field)), selected: id };
};
const copy = (building: Building, id: number): Building => {
  const at = placeOf(building.form, id);
  const field = building.form.fields[at];
  if (field === undefined) return building;
  const own = nextId(building.form);
  const named = field.__vModel__ === undefined ? {} : { __vModel__: `field${own}` };
  return insert(building, numbered({ ...structuredClone(field), ...named }, own), at + 1);
};
/** What follows is chosen then, so that one key after the other empties a form. */
const remove = (building: Building, id: number): Building => {
  const at = placeOf(building.form, id);
  if (at < 0) return building;
  const fields = building.form.fields.toSpliced(at, 1);
  const follows = fields[Math.min(at, fields.length - 1)];
  return { ...withFields(building, fields), selected: follows === undefined ? null : idOf(follows) };
};
const back = (building: Building, way: 'undo' | 'redo'): Building => {
  const { form, past, future, selected } = building;
  const then = way === 'undo' ? past.at(-1) : future[0];
  if (then === undefined) return building;
  return {
    form: then,
    past: way === 'undo' ? past.slice(0, -1) : [...past, form],
    future: way === 'undo' ? [form, ...future] : future.slice(1),
    selected: placeOf(then, selected) < 0 ? null : selected,
    tag: null,
  };
};

export const build = (building: Building, step: BuildStep): Building => {
  const { form } = building;
  switch (step.type) {
    case 'add':
      return add(building, step.widget, step.at);
    case 'move':
      return move(building, step.id, step.to);
    case 'copy':
      return copy(building, step.id);
    case 'remove':
      return remove(building, step.id);
    case 'select':
      return { ...building, selected: step.id, tag: null };
    case 'unselect':
      return { ...building, selected: null, tag: null };
    case 'change':
      return withFields(
        building,
        form.fields.map((field) => (idOf(field) === step.id ? step.change(field) : field)),
        `${step.id}:${step.tag}`,
      );
    case 'conf':
      return stepped(building, { ...form, conf: { ...form.conf, ...step.patch } }, `conf:${step.tag}`);
    case 'replace':
      return { ...stepped(building, step.form), selected: null };
    case 'undo':
    case 'redo':
      return back(building, step.type);
  }
};
