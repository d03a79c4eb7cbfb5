/** The address a request came from: counted from the right, through as many proxies as the house was told of. */
import net from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * `forwarded` as the proxies wrote it (X-Forwarded-For): each appends whom it heard, so that with n trusted proxies the
 * n-th entry from the right is the caller; whatever stands left of it the caller may have written himself. Only addresses
 * come out: anything else falls back to the socket's.
 */
export const clientAddress = (socket: string, forwarded: string, trusted: number): string => {
  const own = plain(socket) ?? '0.0.0.0';
  if (trusted === 0) return own;
  return plain(forwarded.split(',').at(-trusted)?.trim() ?? '') ?? own;
};

/** IPv4 inside IPv6 as IPv4, without a zone; null when it is no address. */
const plain = (text: string): string | null => {
  const bare = text.replace(/%.*$/, '');
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
  return net.isIP(inner) === 0 ? null : inner.toLowerCase();
};

const headerText = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(',') : (value ?? '');
export const addressOf = (request: FastifyRequest, trusted: number): string =>
  clientAddress(request.socket.remoteAddress ?? '', headerText(request.headers['x-forwarded-for']), trusted);

type Door = {
  readonly trustedProxies: number;
  /** A proxy terminates TLS. */
  readonly behindTls: boolean;
};
const forwardedAs = (request: FastifyRequest, name: string, trusted: number): string | undefined =>
  trusted === 0 ? undefined : headerText(request.headers[name]).split(',').at(-trusted)?.trim() || undefined;
/** `https://house.example`, as the caller called it; undefined when that is no address. */
export const originOf = (request: FastifyRequest, { trustedProxies, behindTls }: Door): string | undefined => {
  const host = forwardedAs(request, 'x-forwarded-host', trustedProxies) ?? request.headers.host ?? '';
  const isSafe = behindTls || forwardedAs(request, 'x-forwarded-proto', trustedProxies) === 'https';
  const url = URL.parse(`${isSafe ? 'https' : 'http'}://${host}`);
  return url === null || url.host !== host.toLowerCase() ? undefined : url.origin;
};
