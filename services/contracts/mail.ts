/** Addresses of mail: apart from the other values, so that no screen carries the pattern. */
import { z } from 'zod';
import { tooLong } from './limits.ts';
import { kept } from './values.ts';

/** `missing`: what is said of one that is absent or blank; the same as of a wrong one unless it is given. */
export const emailText = (max: number, message: string, missing = message) =>
  kept(
    'text',
    z
      .email({ error: ({ input }) => (input === undefined || input === null || input === '' ? missing : message) })
      .max(max, tooLong(max)),
  );
