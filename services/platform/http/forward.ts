/** A request sent on to another process of the house as it came, and that one's answer sent back as it comes. */
import http from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotTheWriter } from '../event-store/port.ts';
import { HOP_HEADER } from './pass-mark.ts';

const CONNECT_MS = 500;
const ANSWER_MS = 120_000;
/** Of one connection, and set anew for the next. */
const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  HOP_HEADER,
]);
/** `[name, value, name, value, …]` without what belongs to one connection. */
const endToEnd = (raw: readonly string[], also?: string): string[] =>
  raw.flatMap((name, at) => {
    const lower = name.toLowerCase();
    return at % 2 === 0 && !HOP_BY_HOP.has(lower) && lower !== also ? [name, raw[at + 1] ?? ''] : [];
  });
/** What says nothing of a length has no body; left to itself the client sends an empty one in chunks, which is another request. */
const lengthOf = ({ method, headers }: FastifyRequest): string[] =>
  method === 'GET' || 'content-length' in headers || 'transfer-encoding' in headers ? [] : ['content-length', '0'];

const clients = {
  'http:': { open: http.request, agent: new http.Agent({ keepAlive: true }), connected: 'connect' },
  'https:': { open: https.request, agent: new https.Agent({ keepAlive: true }), connected: 'secureConnect' },
} as const;

export type Forwarding = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** `http://10.0.0.5:8080` */
  readonly address: string;
  readonly mark: string;
  /** Aborted when that process is not to be waited for any more. */
  readonly deposed: AbortSignal;
  /** This process ends: a connection that were kept would be waited for. */
  readonly isClosing: () => boolean;
};

/** Calls `send` when the connection stands; ends what does not come about soon. */
const whenConnected = (sending: http.ClientRequest, event: string, send: () => void): void => {
  const late = setTimeout(() => sending.destroy(new Error('no connection')), CONNECT_MS);
  const connected = (): void => {
    clearTimeout(late);
    send();
  };
  sending.once('close', () => clearTimeout(late));
  sending.once('socket', (socket) => {
    if (socket.connecting) socket.once(event, connected);
    else connected();
  });
};
const sendingOf = ({ request, address, mark, deposed }: Forwarding) => {
  const target = new URL(address);
  const { open, agent, connected } = clients[target.protocol === 'https:' ? 'https:' : 'http:'];
  const sending = open(target, {
    method: request.method,
    // Letter by letter: one that is resolved against an address may name another machine, and no longer be what was signed.
    path: request.raw.url ?? '/',
    headers: [...endToEnd(request.raw.rawHeaders), ...lengthOf(request), 'host', target.host, HOP_HEADER, mark],
    agent,
    signal: deposed,
    timeout: ANSWER_MS,
  });
  return { sending, connected };
};

/**
 * True: it was answered. False: nobody was reached, and nothing of it sent.
 * @throws {NotTheWriter} when it was sent and no answer came: whoever asked may ask again under the same key.
 */
export const forward = (forwarding: Forwarding): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const { request, reply, address, isClosing } = forwarding;
    // Whoever left while there was nobody to ask: what is here of the body may be half of it.
    if (reply.raw.destroyed) {
      reject(new NotTheWriter(address));
      return;
    }
    const { sending, connected } = sendingOf(forwarding);
    let isSent = false;
    // Whoever asked is gone: so is the question, as far as it has not come through.
    const gone = (): void => void sending.destroy();
    reply.raw.once('close', gone);
    const over = (): void => {
      reply.raw.off('close', gone);
      if (!isSent) return;
      // What is left of the body is in the way of the next request.
      request.raw.unpipe(sending);
      request.raw.resume();
    };
    whenConnected(sending, connected, () => {
      isSent = true;
      request.raw.pipe(sending);
    });
    sending.on('timeout', () => sending.destroy(new Error('no answer')));
    sending.on('error', () => {
      over();
      if (isSent) reject(new NotTheWriter(address));
      else resolve(false);
    });
    sending.on('response', (answer) => {
      reply.hijack();
      // Whether it comes in chunks is for each connection to say: a caller of HTTP/1.0 knows none.
      const headers = endToEnd(answer.rawHeaders, 'transfer-encoding');
      reply.raw.writeHead(answer.statusCode ?? 502, isClosing() ? [...headers, 'connection', 'close'] : headers);
      pipeline(answer, reply.raw, () => {
        over();
        if (!sending.writableFinished) sending.destroy();
        resolve(true);
      });
    });
  });
