import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openPgPool } from './pg-pool.ts';

const message = (kind: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind), length, body]);
};
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const FAREWELL = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'));

let server: net.Server | undefined;
afterEach(() => server?.close());

/** A server that dies in the packet in which it greets. */
const dyingServer = (): Promise<number> =>
  new Promise((resolve) => {
    const dying = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.concat([WELCOME, FAREWELL])));
    });
    server = dying.listen(0, '127.0.0.1', () => resolve((dying.address() as net.AddressInfo).port));
  });

test('a connection that is cut as it is lent fails its first statement, and not the process', async () => {
  const port = await dyingServer();
  const pool = openPgPool({ host: '127.0.0.1', port, user: 'any', database: 'any', ssl: false });
  const client = await pool.connect();
  const failure = await client.query('select 1').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  client.release(failure as Error);
  await pool.end();
});
