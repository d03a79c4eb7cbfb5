/** The whole house as a process of its own beside a bench's Postgres, spoken to over HTTP. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SERVER_ENV, SERVER_FLAGS } from '../../tools/prepare.mjs';
import { freePort } from './support.mjs';

const PASSWORD = 'Bench-2026';
const main = path.join(import.meta.dirname, '../../house/main.ts');
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/** Status, headers and whole body; `onData` instead of keeping the body. */
const send = (base, method, where, { token, body, headers = {}, onData } = {}) =>
  new Promise((resolve, reject) => {
    const isRaw = Buffer.isBuffer(body);
    const content = body === undefined || isRaw ? body : JSON.stringify(body);
    const request = http.request(base + where, {
      method,
      agent,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(content === undefined ? {} : { 'content-length': Buffer.byteLength(content) }),
        ...(content === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks = [];
      response.on('data', onData ?? ((chunk) => chunks.push(chunk)));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    request.end(content);
  });

/**
 * Loads the house from one kept connection without Node's HTTP client, which would take a fifth of the processor that
 * the house is measured on. One call at a time; answers of a known length only. Each call is a command of its own key.
 * `who`: the header that says whose calls they are; `localAddress`: where they come from.
 */
export const lineOf = async (base, who, localAddress = '127.0.0.1') => {
  const { hostname, port } = new URL(base);
  const socket = net.connect({ host: hostname, port: Number(port), localAddress, noDelay: true });
  await once(socket, 'connect');
  let waiting;
  let received = Buffer.alloc(0);
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the house hung up')));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const head = received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const headers = received.latin1Slice(0, head);
    const end = head + 4 + Number(/content-length: (\d+)/i.exec(headers)?.[1]);
    if (received.length < end) return;
    const text = received.utf8Slice(head + 4, end);
    received = received.subarray(end);
    waiting.resolve({ status: Number(headers.slice(9, 12)), text });
  });
  const commandOf = (body) => {
    if (body === undefined) return '\r\n';
    const content = JSON.stringify(body);
    return (
      `Idempotency-Key: ${randomUUID()}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`
    );
  };
  const ask = (method, where, body) => {
    const answered = new Promise((resolve, reject) => (waiting = { resolve, reject }));
    socket.write(`${method} /api/v1${where} HTTP/1.1\r\nHost: ${hostname}\r\n${who}\r\n${commandOf(body)}`);
    return answered;
  };
  const call = async (method, where, body) => {
    const reply = await ask(method, where, body);
    if (reply.status !== 200) throw new Error(`${method} ${where}: ${reply.status} ${reply.text.slice(0, 300)}`);
    return JSON.parse(reply.text);
  };
  return { ask, call, close: () => socket.destroy() };
};
/** A {@link lineOf} of somebody who signed in. */
export const tillOf = (base, token) => lineOf(base, `Authorization: Bearer ${token}`);

/** A multipart body with one file. */
export const fileBody = (fileName, bytes) => {
  const boundary = 'bench-boundary-7d1f';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};

/** Starts the house on `url`, waits until it is ready, signs the administrator in and hands all that to `work`. */
export const withHouse = async (url, folder, work, { demo = false, readyWithin = 600_000, env = {}, heard } = {}) => {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [...SERVER_FLAGS, main], {
    stdio: ['ignore', 'ignore', heard === undefined ? 'inherit' : 'pipe'],
    env: {
      ...process.env,
      ...SERVER_ENV,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: path.join(folder, 'house'),
      DATABASE_URL: url,
      ADMIN_PASSWORD: PASSWORD,
      LOGIN_CODE: 'none',
      ...(demo ? {} : { DEMO: 'off' }),
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  server.stderr?.setEncoding('utf8').on('data', heard);
  try {
    await ready(base, server, readyWithin);
    const signedIn = await send(base, 'POST', '/api/v1/login', {
      body: { username: 'admin', password: PASSWORD, rememberMe: false },
    });
    const { token } = JSON.parse(signedIn.text);
    if (token === undefined) throw new Error(`sign-in: ${signedIn.text}`);
    const call = async (method, where, options) => {
      const reply = await send(base, method, `/api/v1${where}`, { token, ...options });
      if (reply.status !== 200) throw new Error(`${method} ${where}: ${reply.status} ${reply.text.slice(0, 300)}`);
      return options?.onData === undefined ? JSON.parse(reply.text) : reply;
    };
    return await work({ call, base, token, pid: server.pid, admin: { username: 'admin', password: PASSWORD } });
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  }
};

const ready = async (base, server, within) => {
  for (const deadline = Date.now() + within; Date.now() < deadline; await pause(50)) {
    if (server.exitCode !== null) throw new Error('the house ended while starting');
    const reply = await send(base, 'GET', '/readyz').catch(() => undefined);
    if (reply?.status === 200) return;
  }
  throw new Error('the house was not ready in ten minutes');
};

/** Resident memory of a process in MB. */
export const memoryOf = (pid) => {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
};
