/** Faults and malformed requests as envelopes; the text of a 5xx never leaves the house. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BackendTerminatedError, BackendTerminatedUnexpectedlyError, ConnectionError } from 'slonik';
import { AppendTooLarge, StoreUnavailable } from '../event-store/port.ts';
import type { Log } from '../log.ts';
import { noteMessage } from './noted.ts';
import type { Envelope } from './outcome.ts';

const BUSY = '系统繁忙，请稍后再试';
const STORE_AWAY = '存储暂时不可用，输入已保留，请稍后重试';
const MEGABYTE = 1024 * 1024;

const MALFORMED: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: '请求内容不是有效的JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: '请求内容不能为空',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: '请求长度与内容不符',
  FST_ERR_BAD_URL: '请求地址格式不正确',
};

export const sendEnvelope = (reply: FastifyReply, status: number, msg: string, data: unknown = null): FastifyReply => {
  noteMessage(reply.request, msg);
  const envelope: Envelope = { code: status, msg, data };
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(envelope));
};

/** SQLSTATE of a server that starts, stops, crashed or has no connection left. */
const AWAY_SQLSTATE = /^(08...|57P0[1-5]|53300)$/;
const AWAY_SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);
const AWAY_MESSAGE = /^(Connection terminated|timeout exceeded when trying to connect|Client was closed)/;

const isStoreAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreUnavailable || error instanceof ConnectionError) return true;
  if (error instanceof BackendTerminatedError || error instanceof BackendTerminatedUnexpectedlyError) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (AWAY_SQLSTATE.test(code) || AWAY_SOCKET.has(code) || AWAY_MESSAGE.test(error.message)) return true;
  return isStoreAway(error.cause);
};

const IN_PREPARATION = '数据正在准备，请稍后再试';
/** A read model is asked before it was made for the first time. */
const isInPreparation = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '42P01' && error.message.includes('"live.')) || isInPreparation(error.cause));

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

export const handleErrors = (app: FastifyInstance, log: Log): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return reply;
    }
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return sendEnvelope(reply, ...clientFault(error, request, status));
    if (error instanceof AppendTooLarge) return sendEnvelope(reply, 413, '单据内容过大，请拆分后再保存');
    if (isInPreparation(error)) return sendEnvelope(reply, 503, IN_PREPARATION);
    log.error('request failed', {
      requestId: request.id,
      method: request.method,
      path: request.routeOptions.url,
      error,
    });
    return isStoreAway(error) || status === 503 ? sendEnvelope(reply, 503, STORE_AWAY) : sendEnvelope(reply, 500, BUSY);
  });
};
