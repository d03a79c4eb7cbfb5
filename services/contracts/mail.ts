/** Addresses of mail: apart from the other values, so that no screen carries the pattern. */
import { z } from 'zod';
import { tooLong } from './limits.ts';
import { kept } from './values.ts';

export const emailText = (max: number, message: string) =>
  kept('text', z.email({ error: message }).max(max, tooLong(max)));
