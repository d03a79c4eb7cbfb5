import { clearDraft, readDraft, useLockShops, writeDraft } from 'root-config/api';
import { useEffect, useReducer, useRef, useState, type RefObject } from 'react';
import { LineModel, type RefusedCell } from '../grid/line-model.ts';
import {
  changedBy,
  fieldsIn,
  following,
  inScreenOrder,
  mayBeWritten,
  overlong,
  problemsOf,
  unreadIn,
  type Typed,
} from './form-model.ts';
import { stillWrong, toShown, type Shown } from './shown-problems.ts';
import { useAfterPress } from './use-after-press.ts';
import { useMended } from './use-mended.ts';
import type { Field, FormDialogProps, FormHandle, NameOf, Problem, Section } from './types.ts';

type AnyLine = Record<string, unknown>;
type Draft<V extends object> = {
  readonly values: Partial<V>;
  readonly lines: Readonly<Record<string, readonly AnyLine[]>>;
  /** Fields that were emptied: JSON leaves them out, and what was loaded would come back. */
  readonly emptied?: readonly string[];
  /** Texts that are no value, in fields and in cells: without them the values before them would come back unmarked. */
  readonly typed?: Typed;
  readonly refused?: Readonly<Record<string, readonly RefusedCell[]>>;
};
export type FormState<V extends object> = FormHandle<V> & {
  readonly dirty: boolean;
  readonly problems: readonly Problem[];
  readonly change: (field: Field<V>, value: unknown) => void;
  readonly validate: () => readonly Problem[];
  /** Values with the lines of the grids. */
  readonly collect: () => V;
  readonly reset: (initial: Partial<V>) => void;
  readonly draft: Draft<V> | null;
  readonly restoreDraft: () => void;
  readonly dropDraft: () => void;
};
const DRAFT_PAUSE_MS = 400;
const DRAFT_LINES = 5_000;

const linesIn = (value: unknown): readonly AnyLine[] => (Array.isArray(value) ? (value as AnyLine[]) : []);
const modelsOf = <V extends object>(
  sections: readonly Section<V>[],
  values: Partial<V>,
): Map<string, LineModel<AnyLine>> => {
  const models = new Map<string, LineModel<AnyLine>>();
  for (const { lines } of sections) {
    if (lines !== undefined) models.set(lines.name, new LineModel(lines.keyOf, linesIn(values[lines.name])));
  }
  return models;
};

/** Line models of a form; any change of a line repaints the form's own figures. */
const useModels = <V extends object>(sections: readonly Section<V>[], initial: Partial<V>) => {
  const [models] = useState(() => modelsOf(sections, initial));
  const [, repaint] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const stops = [...models.values()].map((model) => model.subscribe(repaint));
    return () => {
      for (const stop of stops) stop();
    };
  }, [models]);
  return models;
};

/** Keeps what was typed as a draft while it is dirty, and at the latest when the form goes away unfinished. */
const useDraftKeeper = <V extends object>(
  key: string | undefined,
  dirty: boolean,
  current: () => Draft<V>,
  finished: RefObject<boolean>,
): void => {
  const keep = useRef<() => void>(undefined);
  const wrote = useRef(false);
  useEffect(() => {
    keep.current = undefined;
    if (key === undefined) return undefined;
    if (!dirty) {
      // All is as it was loaded again: what this form kept of it is nothing to come back to.
      if (wrote.current) clearDraft(key);
      wrote.current = false;
      return undefined;
    }
    const write = (): void => {
      const draft = current();
      const size = Object.values(draft.lines).reduce((sum, lines) => sum + lines.length, 0);
      if (size > DRAFT_LINES) return;
      writeDraft(key, draft);
      wrote.current = true;
    };
    keep.current = write;
    const timer = setTimeout(write, DRAFT_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    const flush = (): void => {
      if (!finished.current) keep.current?.();
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [finished]);
};

type Setup<V extends object> = Pick<FormDialogProps<V>, 'sections' | 'mode' | 'check' | 'schema'> & {
  readonly start: Partial<V>;
  readonly draftKey: string | undefined;
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

type Models = ReadonlyMap<string, LineModel<AnyLine>>;
const lineValues = (models: Models): Record<string, readonly AnyLine[]> =>
  Object.fromEntries([...models].map(([name, { lines }]) => [name, lines]));
const draftOf = <V extends object>(values: Partial<V>, typed: Typed, models: Models): Draft<V> => ({
  values,
  lines: lineValues(models),
  emptied: Object.keys(values).filter((name) => values[name as NameOf<V>] === undefined),
  typed: Object.fromEntries(Object.entries(typed).filter(([, { message }]) => message !== undefined)),
  refused: Object.fromEntries([...models].map(([name, model]) => [name, model.refused()])),
});
const restored = <V extends object>({ values, emptied = [] }: Draft<V>): Partial<V> => ({
  ...values,
  ...Object.fromEntries(emptied.map((name) => [name, undefined])),
});
const lineProblems = <V extends object>(sections: readonly Section<V>[], models: Models): readonly Problem[] =>
  sections.flatMap(({ lines }) => {
    const model = lines === undefined ? undefined : models.get(lines.name);
    if (lines === undefined || model === undefined) return [];
    if (lines.required !== undefined && model.length === 0) return [{ path: lines.name, message: lines.required }];
    return model.problems().map(({ path, message }) => ({ path: `${lines.name}.${path}`, message }));
  });
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

/** The draft an earlier attempt left, and what to do with it. */
const useDraft = <V extends object>(key: string | undefined, models: Models, take: (draft: Draft<V>) => void) => {
  const [draft, setDraft] = useState(() => (key === undefined ? null : readDraft<Draft<V>>(key)));
  /** Saved or thrown away: nothing is kept when the form closes. */
  const finished = useRef(false);
  const restoreDraft = (): void => {
    if (draft === null) return;
    take(draft);
    for (const [name, lines] of Object.entries(draft.lines)) {
      const model = models.get(name);
      model?.together(() => {
        model.clear();
        model.append(lines);
        for (const { index, field, ...text } of draft.refused?.[name] ?? []) model.refuse(index, field, text);
      });
    }
    setDraft(null);
  };
  const dropDraft = (): void => {
    finished.current = true;
    if (key !== undefined) clearDraft(key);
    setDraft(null);
  };
  const goOn = (): void => {
    finished.current = false;
  };
  return { draft, restoreDraft, dropDraft, finished, goOn };
};

const without =
  (name: string) =>
  (typed: Typed): Typed =>
    Object.fromEntries(Object.entries(typed).filter(([key]) => key !== name));

/** The texts as they stand in the fields. */
const useTyped = () => {
  const [typed, setTyped] = useState<Typed>({});
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
  const [shown, setShown] = useState<readonly Shown[]>([]);
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

export const useForm = <V extends object>(setup: Setup<V>): FormState<V> => {
  const { sections, mode, draftKey } = setup;
  const beginWith = useBeginning(setup);
  const [loaded, setLoaded] = useState(() => beginWith(setup.start));
  const [values, setValues] = useState(loaded);
  const { typed, setTyped, ...texts } = useTyped();
  const models = useModels(sections, loaded);
  const dirty = mode !== 'view' && (Object.keys(typed).length > 0 || changed(loaded, values, models));

  const collect = (): V => collected(sections, values, models);
  const validate = () =>
    inScreenOrder(sections, allProblems(problemsOf(setup, collect(), typed), lineProblems(sections, models)));
  const { problems, setProblems, settled, add } = useProblems<V>(models, validate);
  const kept = useDraft<V>(draftKey, models, (draft) => {
    setValues((now) => ({ ...now, ...restored(draft) }));
    setTyped(draft.typed ?? {});
    setProblems(unreadIn(draft.typed ?? {}), true);
  });
  useDraftKeeper<V>(draftKey, dirty, () => draftOf(values, typed, models), kept.finished);
  const afterPress = useAfterPress();

  const set = (patch: Partial<V>): void => {
    kept.goOn();
    setValues((now) => ({ ...now, ...patch }));
    settled(patch);
  };
  const settle = (path: string): void => {
    const field = fieldsIn(sections).find(({ name }) => name === path);
    const message = typed[path]?.message ?? (field && overlong(field, values[field.name]));
    if (typed[path]?.message === undefined) texts.forget(path);
    if (message !== undefined) afterPress(() => add({ path, message }));
  };
  const reset = (initial: Partial<V>): void => {
    const start = beginWith(initial);
    kept.goOn();
    setLoaded(start);
    setValues(start);
    setTyped({});
    setProblems([], true);
    for (const [name, model] of models) model.replace(linesIn(start[name as NameOf<V>]));
  };

  return {
    values,
    mode,
    dirty,
    problems,
    setProblems,
    set,
    change: (field, value) => {
      const patch = { [field.name]: value } as Partial<V>;
      set({ ...patch, ...field.follow?.(value, { ...values, ...patch }) });
    },
    ...texts,
    settle,
    problemOf: (path) => problems.find((problem) => problem.path === path)?.message,
    lines: <L extends object>(name: NameOf<V>) => models.get(name) as unknown as LineModel<L>,
    validate,
    collect,
    reset,
    ...kept,
  };
};
