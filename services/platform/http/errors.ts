/** Faults and malformed requests as envelopes; the text of a 5xx never leaves the house. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppendTooLarge, NotTheWriter } from '../event-store/port.ts';
import { faultOf, isOfPlace } from '../base/faults.ts';
import { NotWritable } from '../event-store/writable.ts';
import type { Log } from '../base/log.ts';
import { StorageFailed } from '../storage/bucket.ts';
import { TOO_DEEP } from './json-depth.ts';
import { noteMessage } from './request-notes.ts';
import type { Envelope } from '../answers/outcome.ts';
import { Withheld } from './withheld.ts';

const BUSY = '系统繁忙，请稍后再试';
const STORE_AWAY = '存储暂时不可用，输入已保留，请稍后重试';
const DISK_FULL = '磁盘空间不足，输入已保留';
const MEGABYTE = 1024 * 1024;

const MALFORMED: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: '请求内容不是有效的JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: '请求内容不能为空',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: '请求长度与内容不符',
  FST_ERR_BAD_URL: '请求地址格式不正确',
  JSON_TOO_DEEP: TOO_DEEP,
};

export const sendEnvelope = (reply: FastifyReply, status: number, msg: string, data: unknown = null): FastifyReply => {
  noteMessage(reply.request, msg);
  const envelope: Envelope = { code: status, msg, data };
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(envelope));
};

const IN_PREPARATION = '数据正在准备，请稍后再试';
/** A read model is asked before it was made for the first time. */
const isInPreparation = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '42P01' && error.message.includes('"live.')) || isInPreparation(error.cause));

/** Another process writes, and could not be asked. */
const notTheWriter = (error: unknown): NotTheWriter | null => {
  if (error instanceof NotTheWriter) return error;
  return error instanceof Error ? notTheWriter(error.cause) : null;
};
/** Why it is not served for now; nothing went wrong. */
const withheldFor = (error: unknown): [message: string, data: unknown] | null => {
  if (error instanceof Withheld || error instanceof StorageFailed) return [error.message, null];
  const elsewhere = notTheWriter(error);
  if (elsewhere !== null) return [STORE_AWAY, { writer: elsewhere.writer }];
  return isInPreparation(error) ? [IN_PREPARATION, null] : null;
};

const sizeText = (bytes: number): string =>
  bytes >= MEGABYTE ? `${Math.floor(bytes / MEGABYTE)}MB` : `${Math.floor(bytes / 1024)}KB`;

const clientFault = (error: FastifyError, request: FastifyRequest, status: number): [number, string] => {
  const limit = request.routeOptions.bodyLimit ?? MEGABYTE;
  switch (status) {
    case 413:
      return [413, `请求内容不能超过${sizeText(limit)}`];
    case 415:
      return [415, '不支持的内容类型，请使用 application/json'];
    case 404:
      return [404, '页面不存在'];
    case 408:
      return [408, '请求超时，请重试'];
    default:
      return [400, MALFORMED[error.code] ?? '请求格式不正确'];
  }
};

/** What the log does not take, however it came this far. */
const refusedByStore = (error: unknown): [status: number, message: string, data: unknown] | null => {
  if (error instanceof AppendTooLarge) return [413, '单据内容过大，请拆分后再保存', null];
  if (!(error instanceof NotWritable)) return null;
  return [422, error.problems[0]?.message ?? '内容超出范围', error.problems];
};

export const handleErrors = (app: FastifyInstance, log: Log): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return reply;
    }
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return sendEnvelope(reply, ...clientFault(error, request, status));
    const refused = refusedByStore(error);
    if (refused !== null) return sendEnvelope(reply, ...refused);
    const withheld = withheldFor(error);
    if (withheld !== null) return sendEnvelope(reply, 503, ...withheld);
    log.error('request failed', {
      requestId: request.id,
      method: request.method,
      path: request.routeOptions.url,
      error,
    });
    if (faultOf(error) === 'full') return sendEnvelope(reply, 507, DISK_FULL);
    return isOfPlace(error) || status === 503 ? sendEnvelope(reply, 503, STORE_AWAY) : sendEnvelope(reply, 500, BUSY);
  });
};
