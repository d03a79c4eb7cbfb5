/** Values of fields that hold several: lists of options, ways through a cascade, files. Pure. */
import { momentInWords } from 'services/contracts/dates';
import type { CascadeOption } from '../format/kinds.ts';
import { words } from '../format/show.ts';
import type { Field } from './types.ts';

export type OfKind<V extends object, K extends Field<V>['kind']> = Extract<Field<V>, { kind: K }>;
/** The values of a list as the options have them. */
export const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((each) => String(each as string | number)) : [];
/** Back to what travels; nothing chosen is no value. */
export const asList = (chosen: readonly string[], numeric = false): readonly (string | number)[] | undefined =>
  chosen.length === 0 ? undefined : numeric ? chosen.map(Number) : chosen;
export const filesOf = (value: unknown): readonly File[] =>
  Array.isArray(value) ? value.filter((each): each is File => each instanceof File) : [];

/** yyyy-MM-dd HH:mm:ss in the shops' time, as it is typed; what a record holds carries an offset. */
export const momentText = (text: string): string => {
  if (!/(Z|[+-]\d{2}:\d{2})$/.test(text)) return text;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : momentInWords(moment);
};

/** The options to choose from at each step of a way, down to the next that is open. */
export const stepsOf = (options: readonly CascadeOption[], way: readonly string[]): (readonly CascadeOption[])[] => {
  const [first, ...rest] = way;
  const below = options.find(({ value }) => value === first)?.children ?? [];
  return below.length === 0 ? [options] : [options, ...stepsOf(below, rest)];
};
/** Whether a way ends at an option without any below. */
export const isWhole = (options: readonly CascadeOption[], way: readonly string[]): boolean =>
  way.length > 0 && stepsOf(options, way).length === way.length;

const wayWords = (options: readonly CascadeOption[], way: readonly string[]): string =>
  way
    .map((value, step) => stepsOf(options, way)[step]?.find((each) => each.value === value)?.label ?? value)
    .join(' / ');
/** What was chosen, in words. */
export const chosenWords = <V extends object>(field: OfKind<V, 'choices' | 'cascade'>, value: unknown): string => {
  const chosen = listOf(value);
  if (field.kind === 'cascade') return words(wayWords(field.options, chosen));
  return words(chosen.map((each) => field.options.find((option) => option.value === each)?.label ?? each).join('、'));
};
