/** What the operation log wants to know about a request, noted while it runs. */
import type { FastifyRequest } from 'fastify';
import type { Route } from '../../contracts/route.ts';
import type { SessionUser } from '../../contracts/user.ts';
import type { Trace } from '../operation-log/operation-log.ts';

export type RequestNotes = {
  route?: Route;
  user?: SessionUser | null;
  /** Where the house was called. */
  origin?: string | undefined;
  message?: string;
  /** The call's own, where the answer went out with another. */
  status?: number;
  at?: Date;
  /** By the clock of `performance.now()`. */
  since?: number;
  trace?: Trace;
  rows?: () => number;
};
const notes = new WeakMap<FastifyRequest, RequestNotes>();

export const notedOf = (request: FastifyRequest): RequestNotes => {
  const known = notes.get(request) ?? {};
  notes.set(request, known);
  return known;
};
export const noteMessage = (request: FastifyRequest, message: string): void => {
  notedOf(request).message = message;
};
