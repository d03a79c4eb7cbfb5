/** The lines of the page: a draft that survives a reload, and the server's messages at their cells. */
import { clearDraft, readDraft, writeDraft, type CommandKey } from 'root-config/api';
import { LineModel, type LineNotes, type RefusedCell } from 'root-config/ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { BatchLine, BatchProblem } from './batch-lines.ts';

const DRAFT = 'batch-entry';
const DRAFT_MS = 500;

/** Cells that could not be read are kept beside the lines, which hold the values before them; and the key they are saved with. */
type Draft = { readonly lines: readonly BatchLine[]; readonly refused: readonly RefusedCell[]; readonly key?: string };
/** An earlier version kept the lines alone. */
const keptLines = (): Draft => {
  const kept = readDraft<Draft | readonly BatchLine[]>(DRAFT) ?? [];
  return 'lines' in kept ? kept : { lines: kept, refused: [] };
};

/** The lines, kept as a draft a moment after each change. */
export const useLines = (key: CommandKey): LineModel<BatchLine> => {
  const [model] = useState(() => {
    const fresh = new LineModel<BatchLine>(({ row }) => row);
    const { lines, refused, key: earlier } = keptLines();
    if (earlier !== undefined) key.resume(earlier);
    fresh.replace(lines, refused);
    return fresh;
  });
  useSyncExternalStore(model.subscribe, model.snapshot);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      clearTimeout(timer);
      timer = undefined;
      if (model.length === 0) clearDraft(DRAFT);
      else writeDraft(DRAFT, { lines: model.lines, refused: model.refused(), key: key.current() } satisfies Draft);
    };
    const leave = model.subscribe(() => {
      timer ??= setTimeout(keep, DRAFT_MS);
    });
    const flush = (): void => {
      if (timer !== undefined) keep();
    };
    window.addEventListener('pagehide', flush);
    return () => {
      leave();
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [model, key]);
  return model;
};

/** Messages of the server at their cells; they go when their line changes. */
export const markLines = (model: LineModel<BatchLine>, problems: readonly BatchProblem[]): void => {
  const byLine = new Map<number, Record<string, string>>();
  for (const { path, message } of problems) {
    const [list, index, field = 'name'] = path.split('.');
    if (list === 'list' && index !== undefined) {
      byLine.set(Number(index), { ...byLine.get(Number(index)), [field]: message });
    }
  }
  model.together(() => {
    for (const [index, notes] of byLine) {
      const line = model.at(index);
      if (line !== undefined) model.setAt(index, { ...line }, notes as LineNotes);
    }
  });
};

/** What was saved is no draft any more. */
export const emptyLines = (model: LineModel<BatchLine>): void => {
  model.replace([]);
  clearDraft(DRAFT);
};
