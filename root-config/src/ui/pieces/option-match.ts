import type { Option } from '../format/kinds.ts';

/** Whether an option is meant by what is typed, in small letters: part of its words, or its whole value. */
export const matches = (option: Option, typed: string): boolean =>
  typed === '' || option.label.toLowerCase().includes(typed) || option.value.toLowerCase() === typed;
