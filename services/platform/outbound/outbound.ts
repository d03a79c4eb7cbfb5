/** Calls an address of a setting (R146): judged, resolved once, called by what was judged, and never sent elsewhere. */
import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { addressProblem, lookupFor, RefusedAddress } from './addresses.ts';

/** As `fetch` of the platform, but for redirects: they are answers like others. */
export type Outbound = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
const answerOf = (response: http.IncomingMessage): Response => {
  const { statusCode: status = 502, statusMessage: statusText = '' } = response;
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headersDistinct))
    for (const one of value ?? []) headers.append(name, one);
  const body = WITHOUT_BODY.has(status) ? null : (Readable.toWeb(response) as ReadableStream<Uint8Array>);
  if (body === null) response.resume();
  return new Response(body as ConstructorParameters<typeof Response>[0], { status, statusText, headers });
};
const send = (url: URL, options: https.RequestOptions, body: Buffer | null): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const asked = request(url, options, (response) => {
      try {
        resolve(answerOf(response));
      } catch (error) {
        reject(error as Error);
      }
    });
    asked.on('error', reject);
    asked.end(body ?? undefined);
  });

/** @throws {RefusedAddress} as its promise's reason, in words fit to show; whatever the net throws. */
export const outbound =
  (hosts: readonly string[]): Outbound =>
  async (input, init) => {
    const request = new Request(input, init);
    const problem = addressProblem(request.url, hosts);
    if (problem !== null) throw new RefusedAddress(`网址${problem}`);
    const url = new URL(request.url);
    const bytes = request.body === null ? null : Buffer.from(await request.arrayBuffer());
    const headers: Record<string, string> = Object.fromEntries(request.headers);
    if (bytes !== null) headers['content-length'] = String(bytes.length);
    const { method, signal } = request;
    return send(url, { method, headers, signal, ...lookupFor(url, hosts) }, bytes);
  };
