/** What a standby sends on to the writer, as strangers would have it and as it is (R66, ADR 0065). */
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { addressOf, route } from '../../contracts/route.ts';
import type { Writership, WriterPlace } from '../event-store/port.ts';
import { askedAddress } from './request-address.ts';
import { hopOf } from './pass-mark.ts';
import { passOn } from './pass-on.ts';

const KEY = 'of the log';
const handler = async () => ({ data: null });
const routes = (['POST', 'PUT'] as const).map((method) =>
  route({ method, path: method === 'POST' ? '/sale' : '/sale/:id', summary: '', allow: 'x', data: z.null(), handler }),
);
type Heard = { readonly line: string; readonly headers: http.IncomingHttpHeaders; readonly body: string };
/** A machine that answers in two pieces; `hold` keeps the answer back until it resolves. */
const startEar = async () => {
  const heard: Heard[] = [];
  const ear = { connections: 0, hold: Promise.resolve(), heard, url: '', stop: () => Promise.resolve() };
  const server = http.createServer(async (request, response) => {
    const body = await text(request).catch(() => 'broken off');
    heard.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    await ear.hold;
    response.write('o');
    response.end('k');
  });
  server.on('connection', () => (ear.connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ear.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ear.stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return ear;
};
/** All that comes back of what was written to the socket, until the other side ends it. */
const said = (port: number, request: string): Promise<string> => {
  const socket = net.connect(port, '127.0.0.1', () => socket.write(request));
  return text(socket);
};

let place: WriterPlace;
const changed = new Set<() => void>();
const writership: Writership = {
  key: KEY,
  place: () => place,
  onChange: (heard) => {
    changed.add(heard);
    return () => changed.delete(heard);
  },
  stand: () => undefined,
  resign: () => Promise.resolve(),
};
let app: FastifyInstance;
let writer: Awaited<ReturnType<typeof startEar>>;
const writesAt = (address: string): void => {
  place = { kind: 'elsewhere', epoch: 1, since: '', address };
  for (const heard of changed) heard();
};
const port = (): number => (app.server.address() as AddressInfo).port;
beforeEach(async () => {
  writer = await startEar();
  writesAt(writer.url);
  app = fastify({ rewriteUrl: askedAddress });
  passOn(app, routes, writership);
  for (const one of routes) app.route({ method: one.method, url: addressOf(one), handler: () => 'here' });
});
afterEach(async () => {
  await app.close();
  await writer.stop();
});

test('goes to the writer and nobody else, under the very address that was asked and signed', async () => {
  const stranger = await startEar();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const asked = ['PUT /api/v1/sale/%2e%2e', 'PUT /api/v1/sale/\\', `PUT /api/v1/sale/7?a="b"&c=d'`];
  for (const line of [`POST ${stranger.url}/api/v1/sale`, ...asked]) {
    await said(port(), `${line} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`);
  }
  expect(stranger.heard).toEqual([]);
  expect(writer.heard.map(({ line }) => line)).toEqual(['POST /api/v1/sale', ...asked]);
  for (const { line, headers } of writer.heard) {
    const [method = '', url = ''] = line.split(' ');
    expect(hopOf(KEY, { method, url, headers }), line).toEqual({ ip: '127.0.0.1', origin: undefined });
  }
  await stranger.stop();
});

test('a request that says nothing of a body has none there either', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  await said(port(), 'POST /api/v1/sale HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(writer.heard).toMatchObject([{ body: '', headers: { 'content-length': '0' } }]);
  expect(writer.heard[0]?.headers).not.toHaveProperty('transfer-encoding');
});

test('a caller of HTTP/1.0 gets the answer as it can read it', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await said(port(), 'POST /api/v1/sale HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}');
  expect(answer).not.toMatch(/transfer-encoding/i);
  expect(answer).toMatch(/\r\n\r\nok$/);
});

test('whoever left while nobody wrote is not passed on: the writer would wait for the rest of what he said', async () => {
  place = { kind: 'nobody' };
  const left = new Promise<void>((resolve) => {
    app.addHook('onRequestAbort', (_request, done) => {
      resolve();
      done();
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = net.connect(port(), '127.0.0.1');
  socket.on('error', () => undefined);
  const waits = new Promise<void>((resolve) => app.server.once('request', () => resolve()));
  socket.write('POST /api/v1/sale HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
  await waits;
  socket.destroy();
  await left;
  writesAt(writer.url);
  await said(port(), 'POST /api/v1/sale HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
  expect([writer.connections, writer.heard.map(({ body }) => body)]).toEqual([1, ['{}']]);
});

test('a process that ends keeps no connection of a request that it passed on', async () => {
  const held = Promise.withResolvers<void>();
  writer.hold = held.promise;
  const ending = new Promise<void>((resolve) => {
    app.addHook('preClose', (done) => {
      resolve();
      done();
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = said(port(), 'POST /api/v1/sale HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
  await expect.poll(() => writer.heard.length, { timeout: 10_000 }).toBe(1);
  const ended = app.close();
  await ending;
  held.resolve();
  expect(await answer).toMatch(/\r\nconnection: close\r\n/i);
  await ended;
});
