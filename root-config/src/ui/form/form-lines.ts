import { useEffect, useReducer, useState } from 'react';
import { LineModel } from '../grid/line-model.ts';
import type { Problem, Section } from './types.ts';

/** The lines of a form: one model per section that has a grid, by the section's name. */
export type Models = ReadonlyMap<string, LineModel<AnyLine>>;
export type AnyLine = Record<string, unknown>;

export const linesIn = (value: unknown): readonly AnyLine[] => (Array.isArray(value) ? (value as AnyLine[]) : []);
const modelsOf = <V extends object>(sections: readonly Section<V>[], values: Partial<V>): Models => {
  const models = new Map<string, LineModel<AnyLine>>();
  for (const { lines } of sections) {
    if (lines !== undefined) models.set(lines.name, new LineModel(lines.keyOf, linesIn(values[lines.name])));
  }
  return models;
};

/** Line models of a form; any change of a line repaints the form's own figures. */
export const useModels = <V extends object>(sections: readonly Section<V>[], initial: Partial<V>) => {
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

/** The lines as they are saved. */
export const lineValues = (models: Models): Record<string, readonly AnyLine[]> =>
  Object.fromEntries([...models].map(([name, { lines }]) => [name, lines]));
/** What is wrong in the lines, a text that is no value of its cell above all. */
export const lineProblems = <V extends object>(sections: readonly Section<V>[], models: Models): readonly Problem[] =>
  sections.flatMap(({ lines }) => {
    const model = lines === undefined ? undefined : models.get(lines.name);
    if (lines === undefined || model === undefined) return [];
    if (lines.required !== undefined && model.length === 0) return [{ path: lines.name, message: lines.required }];
    return model.problems().map(({ path, message }) => ({ path: `${lines.name}.${path}`, message }));
  });
