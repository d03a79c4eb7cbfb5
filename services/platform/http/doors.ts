/** Doors beside the API: what may be kept of an answer, and who sees the numbers and the documentation of the house. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionUser } from '../../contracts/user.ts';
import { isLoopback } from '../process/loopback.ts';
import { sendEnvelope } from './errors.ts';

export type Doors = {
  /** Whoever collects the numbers from another machine brings it; without one only this machine sees them. */
  readonly metricsToken: string | undefined;
  readonly authenticate: (token: string) => Promise<SessionUser | null>;
};

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const hostName = (request: FastifyRequest): string =>
  (request.headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
/**
 * Asked by this machine for itself: the socket's own address, no proxy in between, and by a local name, so that no page
 * of another site comes in by a name that it lets point here.
 */
export const isLocal = (request: FastifyRequest): boolean =>
  isLoopback(request.socket.remoteAddress ?? '') &&
  FORWARDED.every((name) => request.headers[name] === undefined) &&
  isLoopback(hostName(request));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const sameText = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right));
const bearerOf = (request: FastifyRequest): string =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';

const DOCUMENTATION = /^\/swagger\/(json|yaml)$/;
const mayPass = async (request: FastifyRequest, doors: Doors): Promise<boolean> => {
  const url = request.routeOptions.url ?? '';
  const guarded = url === '/metrics' || DOCUMENTATION.test(url);
  if (!guarded || isLocal(request)) return true;
  const token = bearerOf(request);
  if (token === '') return false;
  if (url === '/metrics') return doors.metricsToken !== undefined && sameText(token, doors.metricsToken);
  return (await doors.authenticate(token)) !== null;
};

/** The viewer's own page and scripts say nothing of the house and stay open; what it shows does not. */
export const guardDoors = (app: FastifyInstance, doors: Doors): void => {
  app.addHook('onRequest', async (request, reply) =>
    (await mayPass(request, doors)) ? undefined : sendEnvelope(reply, 401, '请先登录或提供访问令牌'),
  );
};

/** Answers of the API are of one person and one moment: nobody on the way keeps them. Files say for themselves. */
export const keepNothing = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/api/') || !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
};

type DocumentationRequest = { headers: Record<string, string> };
/** Runs in the viewer's page: it asks with the session of the console in the same browser. */
export const asSignedIn = (request: DocumentationRequest): DocumentationRequest => {
  for (const place of ['sessionStorage', 'localStorage']) {
    const kept = (Reflect.get(globalThis, place) as { getItem: (key: string) => string | null }).getItem('jewel:token');
    if (kept !== null && request.headers['Authorization'] === undefined) {
      request.headers['Authorization'] = `Bearer ${String(JSON.parse(kept))}`;
    }
  }
  return request;
};
