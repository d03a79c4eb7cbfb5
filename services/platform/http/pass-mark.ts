/**
 * The mark of a request that one process of the house passes on to the one that writes: for whom, and that it was passed on once. It is
 * signed with the log's key over what the request is, so a stranger's is no mark, and one that was overheard is good for that very
 * request of that very session alone.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export const HOP_HEADER = 'x-house-hop';
/** Whom the process heard that was asked first. */
export type HopOrigin = { readonly ip: string; readonly origin: string | undefined };
export type HopRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<IncomingHttpHeaders, 'authorization'> & Readonly<Record<string, unknown>>;
};

const signed = (key: string, { method, url, headers }: HopRequest, hop: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([method, url, headers.authorization ?? '', headers['idempotency-key'] ?? '', hop]))
    .digest();

export const hopHeader = (key: string, request: HopRequest, { ip, origin = '' }: HopOrigin): string => {
  const hop = Buffer.from(JSON.stringify([ip, origin])).toString('base64url');
  return `${hop}.${signed(key, request, hop).toString('base64url')}`;
};

/** Null: it was not passed on, whatever its header says. */
export const hopOf = (key: string, request: HopRequest): HopOrigin | null => {
  const header = request.headers[HOP_HEADER];
  if (typeof header !== 'string') return null;
  const [hop = '', signature = ''] = header.split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = signed(key, request, hop);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const [ip, origin] = JSON.parse(Buffer.from(hop, 'base64url').toString()) as [string, string];
  return { ip, origin: origin === '' ? undefined : origin };
};
