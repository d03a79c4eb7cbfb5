import { createCommandKey, useLockShops, type CommandKey } from 'root-config/api';
import { useState } from 'react';
import type { LineModel } from '../grid/line-model.ts';
import { lineProblems, lineValues, linesIn, useModels, type AnyLine, type Models } from './form-lines.ts';
import {
  changedBy,
  fieldsIn,
  following,
  inScreenOrder,
  mayBeWritten,
  overlong,
  problemsOf,
  unreadIn,
  type TypedTexts,
} from './form-model.ts';
import { stillWrong, toShown, type ShownProblem } from './shown-problems.ts';
import { draftOf, restored, useDraft, useDraftKeeper, type Draft } from './use-draft.ts';
import { useAfterPress } from './use-after-press.ts';
import { useMended } from './use-message-dismissal.ts';
import type { Field, FormDialogProps, FormHandle, NameOf, Problem, Section } from './types.ts';

export type FormState<V extends object> = FormHandle<V> & {
  readonly dirty: boolean;
  /** One command until a definite answer, also of a draft that is taken up again. */
  readonly key: CommandKey;
  readonly problems: readonly Problem[];
  readonly change: (field: Field<V>, value: unknown) => void;
  readonly validate: () => readonly Problem[];
  /** Values with the lines of the grids. */
  readonly collect: () => V;
  readonly reset: (initial: Partial<V>) => void;
  readonly draft: Draft<V> | null;
  readonly restoreDraft: () => void;
};
type Setup<V extends object> = Pick<
  FormDialogProps<V>,
  'sections' | 'mode' | 'check' | 'schema' | 'checksOnLeaving'
> & {
  readonly start: Partial<V>;
  readonly draftKey: string | undefined;
  readonly resume?: boolean | undefined;
};
/** What a form begins with: a new record in the user's own shop (R13), computed values following their formulas. */
const useBeginning = <V extends object>({ sections, mode }: Setup<V>): ((start: Partial<V>) => Partial<V>) => {
  const { preset } = useLockShops();
  return (start) => {
    if (mode === 'view') return start;
    const filled = following(sections, start);
    const shop = fieldsIn(sections).find((field) => field.kind === 'shop' && filled[field.name] === undefined);
    return mode !== 'add' || preset === null || shop === undefined ? filled : { ...filled, [shop.name]: preset };
  };
};

/** One place, one message: the form's own word about its lines comes first. */
const allProblems = (own: readonly Problem[], inLines: readonly Problem[]): readonly Problem[] => {
  const said = new Set(own.map(({ path }) => path));
  return [...own, ...inLines.filter(({ path }) => !said.has(path))];
};
/** Values, computed ones and lines as they are saved. */
const collected = <V extends object>(sections: readonly Section<V>[], values: Partial<V>, models: Models): V => {
  const computed: Record<string, unknown> = {};
  for (const field of fieldsIn(sections)) {
    if (field.kind !== 'computed') continue;
    if (!mayBeWritten(field) || values[field.name] === undefined) computed[field.name] = field.compute(values);
  }
  return { ...values, ...computed, ...lineValues(models) } as V;
};

const changed = <V extends object>(loaded: Partial<V>, values: Partial<V>, models: Models): boolean =>
  [...models.values()].some(({ dirty }) => dirty) || Object.keys(changedBy(loaded, values)).length > 0;

const without =
  (name: string) =>
  (typed: TypedTexts): TypedTexts =>
    Object.fromEntries(Object.entries(typed).filter(([key]) => key !== name));

/** The texts as they stand in the fields. */
const useTyped = () => {
  const [typed, setTyped] = useState<TypedTexts>({});
  return {
    typed,
    setTyped,
    textAt: (path: string) => typed[path]?.text,
    type: (path: string, text: string, message: string | undefined): void =>
      setTyped((now) => ({ ...now, [path]: { text, message } })),
    forget: (path: string): void => setTyped(without(path)),
  };
};

/** Messages that still hold: a mended place loses its own at once, the line above counts what is left. */
const useProblems = <V extends object>(models: Models, validate: () => readonly Problem[]) => {
  const [shown, setShown] = useState<readonly ShownProblem[]>([]);
  const linesAt = (name: string): readonly AnyLine[] | undefined => models.get(name)?.lines;
  const problems = stillWrong(shown, { linesAt, validate });
  useMended(problems.length > 0);
  return {
    problems,
    setProblems: (list: readonly Problem[], own: boolean): void => setShown(toShown(list, own, linesAt)),
    /** The server's words about a field that was changed since. */
    settled: (patch: Partial<V>): void =>
      setShown((list) => list.filter(({ path, own }) => own || !((path.split('.')[0] ?? path) in patch))),
    add: (problem: Problem): void =>
      setShown((list) => [...list.filter(({ path }) => path !== problem.path), { ...problem, own: true }]),
  };
};

/** What a form holds: values, texts that are none (yet) and lines, beside what it was loaded with. */
const useContent = <V extends object>(setup: Setup<V>) => {
  const { sections, mode } = setup;
  const beginWith = useBeginning(setup);
  const [loaded, setLoaded] = useState(() => beginWith(setup.start));
  const [values, setValues] = useState(loaded);
  const texts = useTyped();
  const models = useModels(sections, loaded);
  const [key] = useState(() => createCommandKey());
  const { typed, setTyped } = texts;
  const collect = (): V => collected(sections, values, models);
  return {
    values,
    setValues,
    texts,
    models,
    key,
    dirty: mode !== 'view' && (Object.keys(typed).length > 0 || changed(loaded, values, models)),
    collect,
    validate: (): readonly Problem[] =>
      inScreenOrder(sections, allProblems(problemsOf(setup, collect(), typed), lineProblems(sections, models))),
    /** Everything anew, as if the form had just been opened with this. */
    load: (initial: Partial<V>): void => {
      const start = beginWith(initial);
      setLoaded(start);
      setValues(start);
      setTyped({});
      for (const [name, model] of models) model.replace(linesIn(start[name as NameOf<V>]));
    },
  };
};

type FormDraft<V extends object> = {
  readonly path: string;
  readonly values: Partial<V>;
  readonly typed: TypedTexts;
  readonly validate: () => readonly Problem[];
};
/** What is wrong with a field as it is left; of one that is only empty in forms that say so. */
const wordsOnLeaving = <V extends object>(
  { sections, checksOnLeaving }: Setup<V>,
  { path, values, typed, validate }: FormDraft<V>,
): string | undefined => {
  const field = fieldsIn(sections).find(({ name }) => name === path);
  const unread = typed[path]?.message ?? (field && overlong(field, values[field.name]));
  if (unread !== undefined || checksOnLeaving !== true) return unread;
  return validate().find((problem) => problem.path === path)?.message;
};

/** State of a form: what it holds, what is wrong in it, and the draft of what was typed. */
export const useForm = <V extends object>(setup: Setup<V>): FormState<V> => {
  const { mode, draftKey, resume = false } = setup;
  const { values, setValues, texts, models, key, dirty, collect, validate, load } = useContent(setup);
  const { typed, setTyped, textAt, type, forget } = texts;
  const { problems, setProblems, settled, add } = useProblems<V>(models, validate);
  const take = (draft: Draft<V>): void => {
    setValues((now) => ({ ...now, ...restored(draft) }));
    setTyped(draft.typed ?? {});
    setProblems(unreadIn(draft.typed ?? {}), true);
  };
  const { finished, goOn, ...drafts } = useDraft<V>(draftKey, { models, command: key, take, resume });
  useDraftKeeper<V>(draftKey, dirty, () => draftOf(values, typed, models, key), finished);
  const afterPress = useAfterPress();

  const set = (patch: Partial<V>): void => {
    goOn();
    setValues((now) => ({ ...now, ...patch }));
    settled(patch);
  };
  const change = (field: Field<V>, value: unknown): void => {
    const patch = { [field.name]: value } as Partial<V>;
    set({ ...patch, ...field.follow?.(value, { ...values, ...patch }) });
  };
  const settle = (path: string): void => {
    const message = wordsOnLeaving(setup, { path, values, typed, validate });
    if (typed[path]?.message === undefined) forget(path);
    if (message !== undefined) afterPress(() => add({ path, message }));
  };
  const reset = (initial: Partial<V>): void => {
    goOn();
    load(initial);
    setProblems([], true);
  };
  const problemOf = (path: string) => problems.find((problem) => problem.path === path)?.message;
  const wrongIn = (path: string) =>
    problems.filter((problem) => problem.path === path || problem.path.startsWith(`${path}.`)).length;
  const lines = <L extends object>(name: NameOf<V>) => models.get(name) as unknown as LineModel<L>;
  const doing = { set, change, type, settle, forget, reset, setProblems, validate, collect };
  return { values, mode, dirty, key, problems, problemOf, wrongIn, textAt, lines, ...doing, ...drafts };
};
