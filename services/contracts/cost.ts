/**
 * What tells the cost of goods (R13): marked where the field of an answer is declared, taken out of every answer by the
 * platform for whoever may not see it. A field belongs here when the cost is it, or can be worked out of it with what
 * else is shown (markup ratio, prices between shops, profit).
 */
import { z } from 'zod';

const MARKED = new WeakSet<z.core.$ZodType>();
/** A field of an answer that only those get who may see cost; to others it is absent. */
export const costField = <Schema extends z.ZodType>(schema: Schema): z.ZodOptional<Schema> => {
  const field = schema.optional();
  MARKED.add(field);
  return field;
};
export const isCostField = (schema: z.core.$ZodType): boolean => MARKED.has(schema);

/**
 * Names that fields of bodies and events have which tell the cost, wire and stored: for copies that know no schema of what they
 * hold (the operation log, the relay; R145). `returnPrice` is what a supplier pays; of customers' returns it is left out as well.
 */
const NAMES = String.raw`\w*cost\w*|(?:in|out|return)Price(?:Fen)?|(?:in|return)Amount(?:Fen)?|sellRaito|markupRatioBp|stoneWorkfee|settingFeeFen|profit|margin`;
const COST_NAME = new RegExp(`^(?:${NAMES})$`, 'i');
export const isCostName = (name: string): boolean => COST_NAME.test(name);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A JSON value without what its names say tells the cost; the limit of a word that was asked over the cost is one. */
export const withoutCost = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutCost);
  if (!isObject(value)) return value;
  const tells = (name: string): boolean => isCostName(name) || (name === 'limit' && value['ofCost'] === true);
  const rest = Object.entries(value).filter(([name]) => !tells(name));
  return Object.fromEntries(rest.map(([name, one]) => [name, withoutCost(one)]));
};

/** `"goldCost":12.5`, also escaped in a text that holds JSON, and cut off at its end. */
const COST_VALUE = new RegExp(
  String.raw`(\\*")(${NAMES})\1\s?:\s?(?:\\*"(?:[^"\\]|\\[^"])*\\*"?|[-\d.eE+]+|true|false|null)`,
  'gi',
);
/** Sentences that name a cost, without their figures. */
const COST_WORDS = /(?:成本|进价|毛利|利润|调入价|调出价|退货价)[^，。；,;"]{0,20}?\d[\d.,]*/g;
const HIDDEN = '•••';
/** As {@link withoutCost}, of a text of a log: what tells the cost is there no more, all else is as it was. */
export const withoutCostText = (text: string): string =>
  text
    .replace(COST_VALUE, (_, quote: string, name: string) => `${quote}${name}${quote}:${quote}${HIDDEN}${quote}`)
    .replace(COST_WORDS, (words) => words.replace(/\d[\d.,]*$/, HIDDEN));
