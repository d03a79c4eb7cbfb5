/** Helpers to declare sections with their types kept. */
import type { Field, LinesSection, Section } from './types.ts';

/** `sectionsOf<Values>()([...])` checks field names against the values. */
export const sectionsOf =
  <V extends object>() =>
  (sections: readonly Section<V>[]): readonly Section<V>[] =>
    sections;
export const fieldsOf =
  <V extends object>() =>
  (fields: readonly Field<V>[]): readonly Field<V>[] =>
    fields;
/** Lines with their own type inside a section; the dialog itself does not look into them. */
export const linesOf =
  <V extends object>() =>
  <L extends object>(lines: LinesSection<V, L>): LinesSection<V, Record<string, unknown>> =>
    lines as unknown as LinesSection<V, Record<string, unknown>>;
