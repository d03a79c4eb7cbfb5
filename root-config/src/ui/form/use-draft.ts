import { clearDraft, readDraft, toast, writeDraft, type CommandKey } from 'root-config/api';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { RefusedCell } from '../grid/line-model.ts';
import { lineValues, type AnyLine, type Models } from './form-lines.ts';
import type { TypedTexts } from './form-model.ts';
import type { NameOf } from './types.ts';

/** What was typed and not saved, as the browser keeps it. */
export type Draft<V extends object> = {
  readonly values: Partial<V>;
  readonly lines: Readonly<Record<string, readonly AnyLine[]>>;
  /** Of the command that saves it: one whose answer was lost may have been carried out, and must not be a second time. */
  readonly key?: string;
  /** Fields that were emptied: JSON leaves them out, and what was loaded would come back. */
  readonly emptied?: readonly string[];
  /** Texts that are no value, in fields and in cells: without them the values before them would come back unmarked. */
  readonly typed?: TypedTexts;
  readonly refused?: Readonly<Record<string, readonly RefusedCell[]>>;
};

const DRAFT_PAUSE_MS = 400;
const DRAFT_LINES = 5_000;

export const draftOf = <V extends object>(
  values: Partial<V>,
  typed: TypedTexts,
  models: Models,
  command: CommandKey,
): Draft<V> => ({
  values,
  key: command.current(),
  lines: lineValues(models),
  emptied: Object.keys(values).filter((name) => values[name as NameOf<V>] === undefined),
  typed: Object.fromEntries(Object.entries(typed).filter(([, { message }]) => message !== undefined)),
  refused: Object.fromEntries([...models].map(([name, model]) => [name, model.refused()])),
});
/** The values of a draft, with those that were emptied. */
export const restored = <V extends object>({ values, emptied = [] }: Draft<V>): Partial<V> => ({
  ...values,
  ...Object.fromEntries(emptied.map((name) => [name, undefined])),
});

/** Keeps what was typed as a draft while it is dirty, and at the latest when the form goes away unfinished. */
export const useDraftKeeper = <V extends object>(
  key: string | undefined,
  dirty: boolean,
  current: () => Draft<V>,
  finished: RefObject<boolean>,
): void => {
  const keep = useRef<() => boolean>(undefined);
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
    const write = (): boolean => {
      // A form that was dropped may stand for a moment yet, and its pause end in it.
      if (finished.current) return false;
      const draft = current();
      const size = Object.values(draft.lines).reduce((sum, lines) => sum + lines.length, 0);
      if (size > DRAFT_LINES) return false;
      writeDraft(key, draft);
      wrote.current = true;
      return true;
    };
    keep.current = write;
    const timer = setTimeout(write, DRAFT_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    const flush = (): boolean => keep.current?.() === true;
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      // Back, or a link of the side menu: nobody was asked, so at least it is said where the text is.
      if (flush()) toast.info('未保存的内容已留作草稿，再次打开时可以恢复');
    };
  }, [finished]);
};

type DraftUse<V extends object> = {
  readonly models: Models;
  readonly command: CommandKey;
  readonly take: (draft: Draft<V>) => void;
  readonly resume: boolean;
};
/** The draft an earlier attempt left, and what to do with it. */
export const useDraft = <V extends object>(key: string | undefined, { models, command, take, resume }: DraftUse<V>) => {
  const [draft, setDraft] = useState(() => (key === undefined ? null : readDraft<Draft<V>>(key)));
  /** Saved or thrown away: nothing is kept when the form closes. */
  const finished = useRef(false);
  const restoreDraft = (): void => {
    if (draft === null) return;
    take(draft);
    if (draft.key !== undefined) command.resume(draft.key);
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
  const atOnce = useRef(resume);
  useEffect(() => {
    if (atOnce.current) restoreDraft();
    atOnce.current = false;
  });
  const discardDraft = (): void => {
    if (key !== undefined) clearDraft(key);
    setDraft(null);
  };
  const dropDraft = (): void => {
    finished.current = true;
    discardDraft();
  };
  const goOn = (): void => {
    finished.current = false;
  };
  return { draft, restoreDraft, discardDraft, dropDraft, finished, goOn };
};
