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
