/** How tokens and tickets lie in the database: whoever reads it there cannot use them. They are random, so no salt is needed. */
import { createHash } from 'node:crypto';

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();
