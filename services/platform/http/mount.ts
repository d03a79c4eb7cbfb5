/** Routes as data become fastify routes: identity, upload, execution, own writes, headers. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRefusal, refuse } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { addressOf, isWrite, type RawAnswer, type Route } from '../../contracts/route.ts';
import type { SessionUser } from '../../contracts/user.ts';
import { MAX_TILL } from '../../contracts/tills.ts';
import type { ShopperMarks } from '../../contracts/client.ts';
import { DEVICE_COOKIE } from '../auth/devices.ts';
import { BROWSER_COOKIE, SHOPPER_COOKIE } from '../auth/shopper-cookies.ts';
import { isLocal } from './doors.ts';
import type { OwnWrites, ReadAnswer } from '../runtime/own-writes.ts';
import { storableText } from '../base/plain-text.ts';
import { authorise, execute } from './execute.ts';
import type { Caller, ExecuteDeps } from './execute.ts';
import { keptText } from '../answers/checked-texts.ts';
import { knownBy } from './schema-fields.ts';
import { receiveUpload, UploadHold } from './multipart.ts';
import { notedOf } from './request-notes.ts';
import { documentationOf } from './openapi.ts';
import { refusalOutcome } from '../answers/outcome.ts';
import type { Outcome } from '../answers/outcome.ts';
import { beginLogged } from './trace.ts';

const BEHIND = '更新中：刚保存的内容稍后显示';
const MAX_KEY = 128;
const MAX_AGENT = 300;
const DEFAULT_BODY_LIMIT = 1024 * 1024;
const MULTIPART_OVERHEAD = 256 * 1024;

export type MountDeps = ExecuteDeps & {
  readonly ownWrites: OwnWrites;
  readonly clock: () => Date;
  /** The signed-in user of a bearer token; null when it is unknown, expired or revoked. */
  readonly authenticate: (token: string) => Promise<SessionUser | null>;
};

const tokenOf = (request: FastifyRequest): string | null =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const keyOf = (request: FastifyRequest): string | undefined | Refusal => {
  const key = headerOf(request, 'idempotency-key');
  if (key === undefined || key.length <= MAX_KEY) return key;
  return refuse('malformed', 'platform.key_too_long', `Idempotency-Key 最多${MAX_KEY}个字符`);
};
const ifMatchOf = (request: FastifyRequest): number | undefined | Refusal => {
  const given = headerOf(request, 'if-match');
  if (given === undefined || given === '*') return undefined;
  const revision = /^(?:W\/)?"?(\d{1,15})"?$/.exec(given)?.[1];
  return revision === undefined ? refuse('malformed', 'platform.if_match', 'If-Match 格式不正确') : Number(revision);
};

const cookieOf = (request: FastifyRequest, name: string): string | undefined =>
  (headerOf(request, 'cookie') ?? '')
    .split(/;\s*/)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);
const shopperMarksOf = (request: FastifyRequest): ShopperMarks => {
  const session = cookieOf(request, SHOPPER_COOKIE);
  const browser = cookieOf(request, BROWSER_COOKIE);
  const page = headerOf(request, 'origin');
  return {
    ...(session === undefined ? {} : { session }),
    ...(browser === undefined ? {} : { browser }),
    ...(page === undefined ? {} : { page }),
  };
};

/** The name of the till, percent-encoded: headers carry no Chinese (R80). */
const tillOf = (sent: string | undefined): { readonly till?: string } => {
  if (sent === undefined) return {};
  try {
    const till = storableText(decodeURIComponent(sent).trim(), MAX_TILL);
    return till === '' ? {} : { till };
  } catch {
    return {};
  }
};

const callerOf = (request: FastifyRequest, now: Date): Caller | Refusal => {
  const key = keyOf(request);
  if (isRefusal(key)) return key;
  const ifMatch = ifMatchOf(request);
  if (isRefusal(ifMatch)) return ifMatch;
  const device = cookieOf(request, DEVICE_COOKIE);
  const { user = null, origin } = notedOf(request);
  const client = {
    ip: request.ip,
    userAgent: storableText(headerOf(request, 'user-agent') ?? '', MAX_AGENT),
    ...(device === undefined ? {} : { device }),
    ...tillOf(headerOf(request, 'x-till')),
    ...(origin === undefined ? {} : { origin }),
    ...(isLocal(request) ? { isLocal: true as const } : {}),
    shopper: shopperMarksOf(request),
  };
  const trace: Caller['trace'] = (input, command) => beginLogged(request, input, command);
  return { user, now, key, requestId: request.id, ifMatch, client, trace };
};

const bodyOf = async (request: FastifyRequest, route: Route, hold: UploadHold): Promise<unknown> => {
  if (route.multipart !== undefined) return receiveUpload(request, route.multipart, hold);
  if (request.isMultipart()) {
    return refuse('wrong-type', 'platform.wrong_type', '不支持的内容类型，请使用 application/json');
  }
  return request.body ?? undefined;
};

/** The position of the last write, as a client may name it across processes. */
const positionOf = (request: FastifyRequest): number => {
  const given = headerOf(request, 'x-position');
  return given !== undefined && /^\d{1,15}$/.test(given) ? Number(given) : -1;
};
/** A GET waits for what its user wrote, and says when it could not show it. */
const reading = async (request: FastifyRequest, { ownWrites }: MountDeps, work: () => Promise<Outcome>) => {
  const { user, route } = notedOf(request);
  if (route === undefined || isWrite(route) || user == null) return { value: await work(), behind: false };
  return ownWrites.read({ userId: user.id, told: positionOf(request), atHead: route.atHead }, work);
};
const noteWrite = (reply: FastifyReply, outcome: Outcome, ownWrites: OwnWrites): void => {
  if (outcome.kind === 'raw' || outcome.settled === undefined) return;
  const { user } = notedOf(reply.request);
  if (outcome.status >= 400) ownWrites.undid(outcome.settled.position);
  else if (user != null) ownWrites.wrote(user.id, outcome.settled.position);
  reply.header('x-position', String(outcome.settled.position));
};
const said = (reply: FastifyReply, { value, behind }: ReadAnswer<Outcome>): Outcome => {
  if (behind || (value.kind === 'envelope' && value.behind === true)) reply.header('x-read-model-lag', 'true');
  if (!behind) return value;
  return value.kind === 'raw' || value.status !== 200
    ? value
    : { ...value, envelope: { ...value.envelope, msg: BEHIND } };
};

const sendRaw = (reply: FastifyReply, raw: RawAnswer): FastifyReply => {
  reply.type(raw.type).headers(raw.headers ?? {});
  if (raw.fileName !== undefined) {
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(raw.fileName)}`);
  }
  const body = raw.raw;
  const asIs = typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Readable;
  return reply.send(asIs ? body : JSON.stringify(body));
};

const send = (reply: FastifyReply, outcome: Outcome): FastifyReply => {
  reply.code(outcome.status);
  if (outcome.kind === 'raw') {
    const { rows } = outcome.raw;
    if (rows !== undefined) notedOf(reply.request).rows = rows;
    return sendRaw(reply, outcome.raw);
  }
  notedOf(reply.request).message = outcome.envelope.msg;
  if (outcome.cookie !== undefined) reply.header('set-cookie', outcome.cookie);
  if (outcome.etag !== undefined) reply.header('etag', `"${outcome.etag}"`);
  if (outcome.replayed === true) reply.header('idempotency-replayed', 'true');
  if (outcome.status === 429) addRetryAfter(reply, outcome.envelope.data);
  const text = outcome.kept === true ? keptText(outcome.envelope) : JSON.stringify(outcome.envelope);
  return reply.type('application/json; charset=utf-8').send(text);
};
const addRetryAfter = (reply: FastifyReply, data: unknown): void => {
  if (typeof data === 'object' && data !== null && 'retryAfter' in data) {
    reply.header('retry-after', String(data.retryAfter));
  }
};

const run = async (request: FastifyRequest, route: Route, deps: MountDeps): Promise<Outcome> => {
  const caller = callerOf(request, deps.clock());
  if (isRefusal(caller)) return refusalOutcome(caller);
  const hold = new UploadHold();
  try {
    const body = await bodyOf(request, route, hold);
    if (isRefusal(body)) return refusalOutcome(body);
    return await execute(route, { params: request.params, query: request.query, body }, caller, deps);
  } finally {
    hold.release();
  }
};

export const mountRoute = (app: FastifyInstance, route: Route, deps: MountDeps): void => {
  const { multipart, params, query, body } = route;
  // A schema whose fields cannot be told is a fault of the route, and shows before anybody calls it.
  for (const schema of [params, query, body]) if (schema !== undefined) knownBy(schema);
  const bodyLimit =
    multipart === undefined
      ? (route.bodyLimit ?? DEFAULT_BODY_LIMIT)
      : multipart.maxBytes * (multipart.maxFiles ?? 1) + MULTIPART_OVERHEAD;
  app.route({
    method: route.method,
    url: addressOf(route),
    bodyLimit,
    schema: documentationOf(route),
    // Before the body is read: a stranger's upload is not received.
    onRequest: async (request, reply) => {
      const noted = notedOf(request);
      noted.route = route;
      noted.at = deps.clock();
      noted.since = performance.now();
      const token = tokenOf(request);
      noted.user = token === null ? null : await deps.authenticate(token);
      const denied = authorise(route, noted.user);
      if (denied === null) return undefined;
      return send(reply, refusalOutcome(denied));
    },
    handler: async (request, reply) => {
      const outcome = said(reply, await reading(request, deps, () => run(request, route, deps)));
      noteWrite(reply, outcome, deps.ownWrites);
      return send(reply, outcome);
    },
  });
};
