/** A write whose constraints say what they refuse. */
import { IntegrityConstraintViolationError } from 'slonik';
import type { Refusal } from '../contracts/refusal.ts';

/** Runs a write; what a constraint refuses becomes the refusal that it names. */
export const guarded = async <Result>(
  work: () => Promise<Result | Refusal>,
  taken: (constraint: string) => Promise<Refusal> | Refusal | undefined,
): Promise<Result | Refusal> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof IntegrityConstraintViolationError)) throw error;
    const said = taken(error.constraint ?? '');
    if (said === undefined) throw error;
    return said;
  }
};
