/** The HTTP server, built but not listening. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../contracts/route.ts';
import type { Writership } from '../event-store/port.ts';
import type { Log } from '../base/log.ts';
import type { OperationLog } from '../operation-log/operation-log.ts';
import { askedAddress } from './request-address.ts';
import { guardDoors, keepNothing, type Doors } from './doors.ts';
import { addressOf, originOf } from './client-address.ts';
import { handleErrors, sendEnvelope } from './errors.ts';
import { mountHealth } from './health.ts';
import type { Check, Lag, Warnings } from './health.ts';
import { isDeeper, MAX_JSON_DEPTH, TooDeep } from './json-depth.ts';
import { speakChinese } from './messages.ts';
import type { Metrics } from './metrics.ts';
import { mountRoute } from './mount.ts';
import type { MountDeps } from './mount.ts';
import { notedOf } from './request-notes.ts';
import { document } from './openapi.ts';
import { hopOfRequest, passOn } from './pass-on.ts';
import { secure, type Security } from './security.ts';
import { sendStatusInBody, statusOf } from './status-in-body.ts';
import { tellRelease } from './site-release.ts';
import { serveSite, type CheckFile, type PicturesElsewhere } from './site.ts';
import { traceAnswers } from './trace.ts';

const REQUEST_TIMEOUT_MS = 120_000;
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;
const COMPRESS_ABOVE = 1024;
const BROTLI_QUALITY = 4;

export type HttpDeps = MountDeps &
  Pick<Doors, 'metricsToken'> &
  Security & {
    readonly routes: readonly Route[];
    readonly operationLog: OperationLog;
    readonly metrics: Metrics;
    /** Proxies in front of the house, each of which appends to X-Forwarded-For. */
    readonly trustedProxies: number;
    readonly statusInBody: boolean;
    readonly checks: readonly Check[];
    readonly writeChecks: readonly Check[];
    /** Absent where any number of processes write. */
    readonly writership: Writership | undefined;
    readonly lag: Lag;
    readonly warnings: Warnings;
    readonly filesDir: string;
    /** Pictures that are not in that folder; absent: there are none. */
    readonly elsewhere?: PicturesElsewhere;
    /** What the messaging app asks for at the root of the domain. */
    readonly checkFile?: CheckFile;
    readonly log: Log;
  };

const acceptJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else if (isDeeper(body as string, MAX_JSON_DEPTH)) done(new TooDeep());
    else void parse(request, body as string, done);
  });
};

const answeredBadly = (socket: import('node:stream').Duplex, code: string | undefined): void => {
  const tooLong = code === 'HPE_HEADER_OVERFLOW';
  const status = tooLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const msg = tooLong ? '请求头过大' : '请求格式不正确';
  const body = JSON.stringify({ code: tooLong ? 431 : 400, msg, data: null });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${randomUUID()}\r\n` +
      `Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

const observe = (app: FastifyInstance, { metrics, trustedProxies, behindTls, writership }: HttpDeps): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const hop = hopOfRequest(request, writership);
    // Whoever writes or counts an address asks the request: it is one, whatever the headers say.
    Object.defineProperty(request, 'ip', { value: hop?.ip ?? addressOf(request, trustedProxies) });
    notedOf(request).origin = hop === null ? originOf(request, { trustedProxies, behindTls }) : hop.origin;
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request: FastifyRequest, reply, done) => {
    const { url } = request.routeOptions;
    const status = statusOf(reply);
    metrics.http({ method: request.method, route: url ?? 'unknown', status, seconds: reply.elapsedTime / 1000 });
    done();
  });
};

/** What is under way when the server closes is answered, and its connection not kept: the end would wait for it. */
const keepNoConnection = (app: FastifyInstance): void => {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
};

const bareServer = (): FastifyInstance => {
  const app = fastify({
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    rewriteUrl: askedAddress,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    clientErrorHandler: (error, socket) => {
      if (socket.writable) answeredBadly(socket, 'code' in error ? String(error.code) : undefined);
    },
    frameworkErrors: (error, _request, reply) => {
      const msg = error.code === 'FST_ERR_BAD_URL' ? '请求地址格式不正确' : '请求格式不正确';
      void sendEnvelope(reply as FastifyReply, 400, msg);
    },
  });
  // Validation and answers go through execute.ts, also for calls without HTTP; fastify keeps schemas for the documentation.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  return app;
};

export const build = async (deps: HttpDeps): Promise<FastifyInstance> => {
  speakChinese();
  const app = bareServer();
  acceptJson(app);
  observe(app, deps);
  tellRelease(app, deps.siteDir);
  keepNoConnection(app);
  traceAnswers(app, deps.operationLog);
  handleErrors(app, deps.log);
  secure(app, deps);
  keepNothing(app);
  guardDoors(app, deps);
  passOn(app, deps.routes, deps.writership);
  await app.register(compress, {
    global: true,
    threshold: COMPRESS_ABOVE,
    encodings: ['br', 'gzip', 'identity'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  if (deps.statusInBody) sendStatusInBody(app);
  await app.register(multipart);
  await document(app);
  mountHealth(app, deps);
  for (const route of deps.routes) mountRoute(app, route, deps);
  await serveSite(app, deps);
  await app.ready();
  return app;
};
