/** What a new event may hold: its own schema, with the ranges of the table at every leaf. Pure. */
import type { z } from 'zod';
import type { FieldProblem } from './envelope.ts';
import {
  DAYS,
  NUMBERS,
  TEXTS,
  isInDays,
  kinds,
  lengthOf,
  tooLarge,
  tooLong,
  tooSmall,
  type Kind,
  type NumberName,
} from './values.ts';
import { valuesOf } from './whole.ts';

const whyNotText = (value: unknown, most: number): string | null =>
  lengthOf(String(value)) <= most ? null : `文字${tooLong(most)}`;
const whyNotNumber = (kind: NumberName, value: unknown): string | null => {
  const { label, min, max } = NUMBERS[kind];
  const number = Number(value);
  if (!Number.isInteger(number)) return `${label}应为整数`;
  // Some events name nobody and nothing by 0.
  if (number < Math.min(min, 0)) return `${label}${tooSmall(kind)}`;
  return number > max ? `${label}${tooLarge(kind)}` : null;
};

/** What a new event may hold of a kind; null when the value is fine, else what to say of it. */
const whyNotWritten = (kind: Kind, value: unknown): string | null => {
  switch (kind) {
    case 'day':
      return isInDays(String(value)) ? null : `日期应在${DAYS.min}到${DAYS.max}之间`;
    case 'moment':
      return null;
    case 'text':
      return whyNotText(value, TEXTS.stored);
    case 'name':
      return whyNotText(value, TEXTS.name);
    default:
      return whyNotNumber(kind, value);
  }
};

type Def = {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly discriminator?: string;
  readonly options?: readonly z.core.$ZodType[];
};
/** Where in the value a look is, and what was found wrong. */
type Looking = { readonly steps: (string | number)[]; readonly problems: FieldProblem[] };
/** Looks at a value that is there. */
type Look = (value: object | string | number | boolean | bigint | symbol, at: Looking) => void;
const MAX_PROBLEMS = 20;

const into = (look: Look, value: unknown, at: Looking): void => {
  if (value !== undefined && value !== null && at.problems.length < MAX_PROBLEMS) look(value, at);
};
const below = (look: Look, value: unknown, at: Looking, step: string | number): void => {
  at.steps.push(step);
  into(look, value, at);
  at.steps.pop();
};

const lookAtLeaf = (schema: z.core.$ZodType): Look | null => {
  const kind = kinds.get(schema as z.ZodType)?.kind;
  if (kind === undefined) return null;
  return (value, { steps, problems }) => {
    const message = whyNotWritten(kind, value);
    if (message !== null) problems.push({ path: steps.join('.'), message });
  };
};
const lookAtArray = (element: z.core.$ZodType): Look | null => {
  const look = lookOf(element);
  return (
    look &&
    ((value, at) => {
      if (Array.isArray(value))
        for (let index = 0; index < value.length; index += 1) below(look, value[index], at, index);
    })
  );
};
const lookAtObject = (shape: NonNullable<Def['shape']>): Look | null => {
  const fields = Object.entries(shape).flatMap(([name, inner]) => {
    const look = lookOf(inner);
    return look === null ? [] : [[name, look] as const];
  });
  if (fields.length === 0) return null;
  return (value, at) => {
    const own = value as Readonly<Record<string, unknown>>;
    for (const [name, look] of fields) below(look, own[name], at, name);
  };
};
/** Of a union whose options a field tells apart: the one that is the value's. */
const lookAtUnion = (discriminator: string, options: readonly z.core.$ZodType[]): Look | null => {
  const looks = new Map<unknown, Look>();
  for (const option of options.toReversed()) {
    const look = lookOf(option);
    for (const own of valuesOf(option, discriminator)) if (look !== null) looks.set(own, look);
  }
  if (looks.size === 0) return null;
  return (value, at) => looks.get((value as Readonly<Record<string, unknown>>)[discriminator])?.(value, at);
};
const made = (schema: z.core.$ZodType): Look | null => {
  const { innerType, element, shape, discriminator, options = [] } = schema._zod.def as unknown as Def;
  if (innerType !== undefined) return lookOf(innerType);
  if (discriminator !== undefined) return lookAtUnion(discriminator, options);
  if (element !== undefined) return lookAtArray(element);
  return shape === undefined ? lookAtLeaf(schema) : lookAtObject(shape);
};
const looks = new WeakMap<z.core.$ZodType, { readonly look: Look | null }>();
/** Made once of each schema; null: nothing in its values is in the table. */
const lookOf = (schema: z.core.$ZodType): Look | null => {
  const known = looks.get(schema);
  if (known !== undefined) return known.look;
  const look = made(schema);
  looks.set(schema, { look });
  return look;
};

/** The leaves of `value` that lie outside the table of values, at most 20; `path` as in the value. */
export const problemsWritten = (schema: z.ZodType, value: unknown): readonly FieldProblem[] => {
  const problems: FieldProblem[] = [];
  const look = lookOf(schema);
  if (look !== null) into(look, value, { steps: [], problems });
  return problems;
};
