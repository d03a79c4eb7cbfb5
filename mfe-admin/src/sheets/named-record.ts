/** Records that name themselves `postId` or `roleId` on the wire; a form writes to `id`. */
import type { z } from 'zod';

/** Reads a record for its form: what it calls itself `name` is its `id`. */
export const withId =
  <Row extends Readonly<Record<Name, number>>, Name extends string>(row: z.ZodType<Row>, name: Name) =>
  (data: unknown): Omit<Row, Name> & { readonly id: number } => {
    const { [name]: id, ...rest } = row.parse(data);
    return { ...rest, id };
  };
