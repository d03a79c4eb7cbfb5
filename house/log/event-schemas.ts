/** Every event of the house by its type: what stored ones are read with, and new ones are judged by. */
import type { z } from 'zod';
import { wholeBy } from '../../services/contracts/whole.ts';
import type { JsonObject, Upcast } from '../../services/platform/event-store/port.ts';
import type { EventShapes } from '../../services/platform/event-store/upcasting.ts';
import type { SliceModule } from '../../services/platform/slice/slice.ts';
import { slices } from '../slices.ts';

type EventSchema = z.ZodObject<{ type: z.ZodLiteral<string>; data: z.ZodObject }>;
type Modules = readonly Pick<SliceModule, 'events'>[];
const familiesOf = (modules: Modules) =>
  modules
    .flatMap(({ events = [] }) => events)
    .flatMap(({ union, ...family }) =>
      (union.options as readonly EventSchema[]).map((event) => ({ ...family, event, type: event.shape.type.value })),
    );
export const eventSchemas = (modules: Modules): ReadonlyMap<string, EventSchema> =>
  new Map(familiesOf(modules).map(({ type, event }) => [type, event]));

/** How each type is brought to its shape of today: what its slice says of it, then what it left out. */
export const eventShapes = (modules: Modules): EventShapes =>
  new Map(
    familiesOf(modules).map(({ type, event, schema, upcasts }) => {
      const whole = wholeBy(event.shape.data);
      const own = upcasts?.[type];
      const upcast: Upcast = (data, from) => whole(own?.(data, from) ?? data) as JsonObject;
      return [type, { schema, upcast }];
    }),
  );
export const EVENT_SCHEMAS = eventSchemas(slices);
export const EVENT_SHAPES = eventShapes(slices);
