/** For clients that take every HTTP status but 200 for a broken line: the envelope alone says what became of a call (R29, R103). */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notedOf } from './request-notes.ts';

const CALLS = /^\/(?:api\/v1|system\/user|wslogout)\//;
const isJson = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type') ?? '').startsWith('application/json');

/** Added after every hook that wants to know the status; whoever counts answers afterwards asks {@link statusOf}. */
export const sendStatusInBody = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (CALLS.test(request.url) && isJson(reply)) {
      notedOf(request).status = reply.statusCode;
      reply.code(200);
    }
    done(null, payload);
  });
};
/** What the call came to, however it was sent. */
export const statusOf = (reply: FastifyReply): number => notedOf(reply.request).status ?? reply.statusCode;
