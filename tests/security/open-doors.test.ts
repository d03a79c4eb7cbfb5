/** Doors beside the API: who sees numbers and documentation, what is kept on the way, whom the print service answers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '../../services/platform/process/config.ts';
import { startApp, type App } from '../support/app.ts';

const TOKEN = 'a-token-of-the-collector';
let app: App;
beforeAll(async () => {
  app = await startApp({ env: { METRICS_TOKEN: TOKEN } });
});
afterAll(() => app.stop());

const PROXIED = { 'x-forwarded-for': '127.0.0.1' };
const status = async (where: string, headers: Record<string, string>): Promise<number> =>
  (await app.call('GET', where, { token: null, headers })).status;
/** By a name that another site lets point here: fetch does not send such a Host. */
const byName = (where: string, host: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = net.connect(app.house.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''));
    socket.write(`GET ${where} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  });

describe.each(['/metrics', '/swagger/json', '/swagger/yaml', '/swagger/%6ason'])('%s', (where) => {
  test('is free for the machine itself only', async () => {
    expect(await status(where, {})).toBe(200);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host']) {
      expect(await status(where, { [name]: '127.0.0.1' }), name).toBe(401);
    }
    expect(await byName(where, 'evil.example:8080')).toContain('401');
    expect(await byName(where, `localhost:${app.house.port}`)).toContain('200');
  });
});
test('the numbers are for the token, the documentation for who is signed in', async () => {
  const bearer = (token: string) => ({ ...PROXIED, authorization: `Bearer ${token}` });
  expect(await status('/metrics', bearer(TOKEN))).toBe(200);
  expect(await status('/metrics', bearer(`${TOKEN}x`))).toBe(401);
  expect(await status('/metrics', bearer(app.adminToken))).toBe(401);
  expect(await status('/swagger/json', bearer(app.adminToken))).toBe(200);
  expect(await status('/swagger/json', bearer(TOKEN))).toBe(401);
});
test('without a token of the house none opens', async () => {
  const closed = await startApp();
  try {
    for (const authorization of ['Bearer undefined', 'Bearer ', 'Bearer null']) {
      const reply = await closed.call('GET', '/metrics', { token: null, headers: { ...PROXIED, authorization } });
      expect(reply.status).toBe(401);
    }
  } finally {
    await closed.stop();
  }
});
test('the house listens on this machine alone until it is told otherwise', () => {
  expect(parseConfig({}).host).toBe('127.0.0.1');
  expect(parseConfig({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
});
test('no answer of the API is kept on the way, whatever it says', async () => {
  const gets = app.house.routes.filter(({ method, absolute }) => method === 'GET' && absolute !== true);
  expect(gets.length).toBeGreaterThan(60);
  for (const { path: where } of gets) {
    for (const token of [null, app.adminToken]) {
      const reply = await app.get(where.replaceAll(/:\w+/g, '1'), { token });
      expect(reply.headers.get('cache-control'), where).toBe('no-store');
    }
  }
  for (const reply of [await app.post('/base-shop', {}), await app.get('/no-such-thing'), await app.get('/metrics')]) {
    expect(reply.headers.get('cache-control')).toBe('no-store');
  }
});

describe('the print service', () => {
  let service: ChildProcess;
  let out: string;
  let port: number;
  beforeAll(async () => {
    out = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-print-'));
    const script = path.join(import.meta.dirname, '../../tools/print-service.mjs');
    const given = ['--port', '0', '--out', out, '--json', '--weight', '3.215', '--origin', 'https://shop.example/'];
    service = spawn(process.execPath, [script, ...given], { stdio: ['pipe', 'pipe', 'inherit'] });
    const { stdout } = service;
    if (stdout === null) throw new Error('the print service says nothing');
    for await (const line of createInterface({ input: stdout })) {
      const said = /"port":(\d+)/.exec(line)?.[1];
      if (said === undefined) continue;
      port = Number(said);
      break;
    }
    stdout.resume();
  });
  afterAll(async () => {
    const ended = once(service, 'exit');
    service.kill();
    await ended;
    fs.rmSync(out, { recursive: true, force: true });
  });
  /** How the handshake ends: 101 is a connection. */
  const greeted = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const handshake = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      };
      const request = http.get({ port, host: '127.0.0.1', path: '/websocket', headers: { ...handshake, ...headers } });
      request.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve(response.statusCode ?? 0);
      });
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject);
    });
  test('answers the pages of its house', async () => {
    for (const origin of ['https://shop.example', 'http://127.0.0.1:8080', 'http://localhost:8080']) {
      expect(await greeted({ origin }), origin).toBe(101);
    }
  });
  test('answers no other page, none that hides where it is from, and none that came by another name', async () => {
    const others = [
      'https://evil.example',
      'http://shop.example',
      'https://shop.example.evil',
      'null',
      'http://127.0.0.1.evil',
    ];
    for (const origin of others) expect(await greeted({ origin }), origin).toBe(403);
    expect(await greeted({})).toBe(403);
    expect(await greeted({ origin: 'https://shop.example', host: `evil.example:${port}` })).toBe(403);
  });
});
