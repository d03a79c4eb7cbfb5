/** The whole house as a process of its own beside a bench's Postgres, spoken to over HTTP. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './support.mjs';

const PASSWORD = 'Bench-2026';
const main = path.join(import.meta.dirname, '../../services/main.ts');
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
export const withHouse = async (url, folder, work, { demo = false } = {}) => {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ['--enable-source-maps', main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: path.join(folder, 'house'),
      DATABASE_URL: url,
      ADMIN_PASSWORD: PASSWORD,
      LOGIN_CAPTCHA: 'off',
      ...(demo ? {} : { DEMO: 'off' }),
      LOG_LEVEL: 'error',
    },
  });
  try {
    await ready(base, server);
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
    return await work({ call, base, pid: server.pid, admin: { username: 'admin', password: PASSWORD } });
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  }
};

const ready = async (base, server) => {
  for (const deadline = Date.now() + 600_000; Date.now() < deadline; await pause(50)) {
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
