/** Bodies that are drawn from their own schema: values near every limit, and anything between. */
import fc from 'fast-check';
import { z } from 'zod';
import { STOCK } from './lone-clerk.ts';

type Json = {
  readonly type?: string;
  readonly anyOf?: readonly Json[];
  readonly properties?: Readonly<Record<string, Json>>;
};
const schemaOf = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
const kindOf = ({ type, anyOf = [] }: Json): string =>
  type ?? anyOf.map((one) => kindOf(one)).find((one) => one !== 'null') ?? 'string';
/** Values near every limit, the smallest and largest that the wire takes, and anything between. */
const NUMBERS = [0, 0.01, 0.001, 1, 11.99, 12, 20, 79.99, 80, 100, 531.99, 532, 569.99, 570, 999, 9_999, 99_999_999.99];
const SIGNED = [...NUMBERS, -0.642, -0.643, -0.644, -3.215, -3.216, -1, -999, 0.643, 3.215];
export const drawn = (schema: Json): fc.Arbitrary<unknown> => {
  const kind = kindOf(schema);
  if (kind === 'integer') return fc.constantFrom(1, 2, STOCK, 0, -1, 7);
  if (kind === 'number') {
    const any = fc.integer({ min: -200_000, max: 200_000 }).map((value) => value / 100);
    return fc.oneof(fc.constantFrom(...SIGNED), any, fc.constantFrom(null, undefined));
  }
  return fc.constantFrom('', '现金', '2', undefined, null);
};
export const drawnFields = (schema: z.ZodType, fixed: Readonly<Record<string, fc.Arbitrary<unknown>>>) => {
  const fields = Object.entries(schemaOf(schema).properties ?? {}).map(([name, of]) => {
    // Sums that are sent must agree with the server's: mostly left to it, else nothing would be saved at all.
    const left = fc.constant(undefined);
    return [
      name,
      fixed[name] ?? fc.oneof({ weight: 12, arbitrary: left }, { weight: 1, arbitrary: drawn(of) }),
    ] as const;
  });
  return fc.record(Object.fromEntries(fields));
};
