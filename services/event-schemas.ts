/** Every event of the house by its type: what stored ones are read with, and new ones are judged by. */
import type { z } from 'zod';
import type { SliceModule } from './platform/slice.ts';
import { slices } from './slices.ts';

type EventSchema = z.ZodObject<{ type: z.ZodLiteral<string>; data: z.ZodObject }>;
export const eventSchemas = (modules: readonly SliceModule[]): ReadonlyMap<string, EventSchema> =>
  new Map(
    modules
      .flatMap(({ events = [] }) => events)
      .flatMap((union) => union.options as readonly EventSchema[])
      .map((schema) => [schema.shape.type.value, schema]),
  );
export const EVENT_SCHEMAS = eventSchemas(slices);
