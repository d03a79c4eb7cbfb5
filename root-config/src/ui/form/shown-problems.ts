/** Which of the messages on the screen still hold, after the user went on. Pure. */
import { cellOf } from './form-model.ts';
import type { Problem } from './types.ts';

type Line = object;
/**
 * A message on the screen. `own`: the form found it and can look again. `line`: the one it speaks of, because others
 * may be removed above it.
 */
export type ShownProblem = Problem & { readonly own: boolean; readonly line?: Line };
type LinesAt = (name: string) => readonly Line[] | undefined;

export const toShown = (problems: readonly Problem[], own: boolean, linesAt: LinesAt): readonly ShownProblem[] =>
  problems.map((problem) => {
    const parts = cellOf(problem.path);
    const line = parts === undefined ? undefined : linesAt(parts.name)?.[parts.index];
    return { ...problem, own, ...(line === undefined ? {} : { line }) };
  });

/** Where the line stands now; undefined when it was changed or removed, so that what was said of it is over. */
const moved = ({ path, message, line }: ShownProblem, linesAt: LinesAt): Problem | undefined => {
  const parts = cellOf(path);
  const lines = parts === undefined ? undefined : linesAt(parts.name);
  if (parts === undefined || lines === undefined || line === undefined) return { path, message };
  const index = lines[parts.index] === line ? parts.index : lines.indexOf(line);
  return index === -1 ? undefined : { path: `${parts.name}.${index}.${parts.field}`, message };
};

/**
 * What is left of `shown`: the form's own findings as long as it finds them (new ones wait for the next save), the
 * server's as long as their field or line is as it was sent.
 */
export const stillWrong = (
  shown: readonly ShownProblem[],
  { linesAt, validate }: { readonly linesAt: LinesAt; readonly validate: () => readonly Problem[] },
): readonly Problem[] => {
  if (shown.length === 0) return [];
  const now = shown.some(({ own }) => own)
    ? new Map(validate().map(({ path, message }) => [path, message]))
    : undefined;
  return shown.flatMap((one): readonly Problem[] => {
    const left = moved(one, linesAt);
    if (!one.own) return left === undefined ? [] : [left];
    const path = left?.path ?? one.path;
    const message = now?.get(path);
    return message === undefined ? [] : [{ path, message }];
  });
};
