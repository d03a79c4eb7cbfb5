/**
 * What the relay tells Kafka of an event: topic `<prefix>.<category of the stream>`, key = stream, and this as JSON; headers `eventId`,
 * `type`, `position`. Whoever reads drops an `eventId` that he knows: each event comes at least once, those of a stream in their order.
 */
import { z } from 'zod';
import { isCostName } from 'services/contracts/cost';
import { personal, PERSONAL_MARK } from 'services/contracts/person';

const userName = z.string();
personal.add(userName, { [PERSONAL_MARK]: true });

export type EventShape = z.ZodObject<{ type: z.ZodLiteral<string>; data: z.ZodObject }>;
/** `at`: when it was entered, ISO 8601; `by`: who did; `position` orders the log and counts nothing. Units of `data` are the field's: fen, mg. */
const messageOf = ({ shape: { type, data } }: EventShape) =>
  z.object({
    eventId: z.string(),
    type,
    stream: z.string(),
    revision: z.int(),
    position: z.int(),
    at: z.string(),
    by: z.object({ userId: z.int(), userName, shopId: z.int().nullable() }),
    data,
  });

export type JsonSchema = z.core.JSONSchema.JSONSchema;
export const isPersonal = (schema: z.core.JSONSchema._JSONSchema | undefined): boolean =>
  typeof schema === 'object' && schema[PERSONAL_MARK] === true;
/** Whether a field of it tells the cost of goods, at any depth. */
export const hasCost = (schema: unknown): boolean => {
  if (typeof schema !== 'object' || schema === null) return false;
  const names = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return names.some(isCostName) || Object.values(schema).some(hasCost);
};
/** JSON Schema of the message of one type of event; personal fields are marked `x-personal`; they and those that tell a cost may be missing. */
export const messageSchema = (event: EventShape): JsonSchema =>
  z.toJSONSchema(messageOf(event), {
    metadata: personal,
    override: ({ jsonSchema }) => {
      const { properties = {}, required } = jsonSchema;
      // A field that comes later breaks no reader.
      delete jsonSchema.additionalProperties;
      if (required !== undefined)
        jsonSchema.required = required.filter((name) => !isPersonal(properties[name]) && !isCostName(name));
    },
  });
