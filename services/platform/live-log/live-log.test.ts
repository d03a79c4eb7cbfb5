import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { WebSocket } from 'ws';
import { expect, test } from 'vitest';
import { NOBODY } from '../../contracts/user.ts';
import { silentLog } from '../base/log.ts';
import { LiveLog } from './live-log.ts';
import { PER_PROCESS } from './listeners.ts';
import { LogTail } from './tail.ts';

const ASKED = 500;
const MOST_BYTES = 64 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** What is held, without the garbage of this test and of others in the process. */
const bytesHeld = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Everybody is somebody else: the token is their number. */
const housed = async () => {
  const tail = new LogTail();
  const live = new LiveLog({
    tail,
    authenticate: async (pass) => ({
      ...NOBODY,
      id: Number('token' in pass && pass.token),
      permissions: new Set(['admin:sysOperLog:query']),
      rows: 'all',
    }),
    sessionOf: async () => null,
    origins: [],
    isUser: async () => false,
  });
  const server = createServer();
  live.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { tail, live, server, port: (server.address() as AddressInfo).port };
};
/** 101 or what it was refused with, and how many lines it heard. */
const listen = (port: number, user: number) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/n${user}/log?token=${user}`);
  let heard = 0;
  socket.on('message', () => (heard += 1));
  socket.on('error', () => undefined);
  const status = new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, answer) => {
      resolve(answer.statusCode ?? 0);
      answer.resume();
      socket.terminate();
    });
  });
  return { socket, status, heard: () => heard };
};

test('of five hundred who want the log two hundred get it, the rest 429, and memory stays bounded', async () => {
  const { tail, live, server, port } = await housed();
  const before = bytesHeld();
  const sockets = Array.from({ length: ASKED }, (_, index) => listen(port, index + 1));
  const statuses = await Promise.all(sockets.map(({ status }) => status));
  expect(statuses.filter((status) => status === 101)).toHaveLength(PER_PROCESS);
  expect(statuses.filter((status) => status === 429)).toHaveLength(ASKED - PER_PROCESS);
  const log = tail.tap(silentLog);
  for (let line = 0; line < 100; line += 1) log.info('x'.repeat(1_000));
  const hearing = sockets.filter((_, index) => statuses[index] === 101);
  await expect.poll(() => hearing.filter(({ heard }) => heard() === 100).length, { timeout: 20_000 }).toBe(PER_PROCESS);
  expect(bytesHeld() - before).toBeLessThan(MOST_BYTES);
  // A place that is left is there for the next one.
  hearing[0]?.socket.terminate();
  await expect.poll(() => listen(port, 9_999).status, { timeout: 10_000 }).toBe(101);
  for (const { socket } of sockets) socket.terminate();
  live.stop();
  server.close();
});
