/** What a new event may hold: its own schema, with the ranges of the table at every leaf. Pure. */
import type { z } from 'zod';
import type { FieldProblem } from './envelope.ts';
import { kinds, whyNotWritten } from './values.ts';
import { valuesOf } from './whole.ts';

type Def = {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly discriminator?: string;
  readonly options?: readonly z.core.$ZodType[];
};
type Visit = (schema: z.core.$ZodType, value: unknown, path: string) => void;
const MAX_PROBLEMS = 20;
const at = (path: string, step: string | number): string => (path === '' ? String(step) : `${path}.${step}`);

const leaf = (schema: z.core.$ZodType, value: unknown, path: string, problems: FieldProblem[]): void => {
  const kind = kinds.get(schema as z.ZodType)?.kind;
  const message = kind === undefined ? null : whyNotWritten(kind, value);
  if (message !== null) problems.push({ path, message });
};
/** Of a union whose options a field tells apart: the one that is the value's. */
const optionOf = ({ discriminator, options = [] }: Def, value: unknown): z.core.$ZodType | undefined => {
  if (discriminator === undefined) return undefined;
  const own = (value as Readonly<Record<string, unknown>>)[discriminator];
  return options.find((option) => valuesOf(option, discriminator).has(own));
};
/** Visits what lies one level below in `value`; false of a leaf. */
const visitParts = (def: Def, value: unknown, path: string, visit: Visit): boolean => {
  const { innerType, element, shape } = def;
  const option = innerType ?? optionOf(def, value);
  if (option !== undefined) {
    visit(option, value, path);
  } else if (element !== undefined && Array.isArray(value)) {
    for (const [index, item] of value.entries()) visit(element, item, at(path, index));
  } else if (shape !== undefined) {
    const fields = value as Readonly<Record<string, unknown>>;
    for (const [name, inner] of Object.entries(shape)) visit(inner, fields[name], at(path, name));
  } else {
    return false;
  }
  return true;
};
const walk = (schema: z.core.$ZodType, value: unknown, path: string, problems: FieldProblem[]): void => {
  if (value === undefined || value === null || problems.length >= MAX_PROBLEMS) return;
  const def = schema._zod.def as unknown as Def;
  const hasParts = visitParts(def, value, path, (inner, part, place) => walk(inner, part, place, problems));
  if (!hasParts) leaf(schema, value, path, problems);
};

/** The leaves of `value` that lie outside the table of values, at most 20; `path` as in the value. */
export const problemsWritten = (schema: z.ZodType, value: unknown): readonly FieldProblem[] => {
  const problems: FieldProblem[] = [];
  walk(schema, value, '', problems);
  return problems;
};
