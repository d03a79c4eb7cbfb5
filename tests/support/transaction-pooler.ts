/** A pooler with pool_mode=transaction: each transaction of a connection is answered by another session of the server. */
import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';

const SESSIONS = 3;
type Session = { readonly client: pg.Client; readonly socket: net.Socket };
type Waiting = (session: Session) => void;

const message = (letter: string, body: Buffer): Buffer => {
  const head = Buffer.from(`${letter}\0\0\0\0`);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
/** AuthenticationOk, BackendKeyData, ReadyForQuery: whoever comes is let in. */
const WELCOME = Buffer.concat([
  message('R', int32(0)),
  message('S', Buffer.from('server_version\x0017.0\0')),
  message('K', Buffer.concat([int32(1), int32(1)])),
  message('Z', Buffer.from('I')),
]);

/** Whole messages of a stream of bytes, as they come. */
const messagesOf = (heard: (letter: string, whole: Buffer) => void): ((piece: Buffer) => void) => {
  let rest = Buffer.alloc(0);
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= 5) {
      const end = 1 + rest.readInt32BE(1);
      if (rest.length < end) return;
      heard(String.fromCharCode(rest[0] ?? 0), rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  };
};

const openSession = async (connectionString: string): Promise<Session> => {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  const { stream: socket } = (client as unknown as { connection: { stream: net.Socket } }).connection;
  socket.removeAllListeners('data');
  return { client, socket };
};

export const startTransactionPooler = async (databaseUrl: string) => {
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => openSession(databaseUrl)));
  // The one that has rested longest is the next.
  const free = [...sessions];
  const waiting: Waiting[] = [];
  const giveBack = (session: Session): void => {
    session.socket.removeAllListeners('data');
    const next = waiting.shift();
    if (next === undefined) free.push(session);
    else next(session);
  };
  const take = (begin: Waiting): void => {
    const session = free.shift();
    if (session === undefined) waiting.push(begin);
    else begin(session);
  };
  const clients = new Set<net.Socket>();
  const serve = (client: net.Socket): void => {
    let mine: Session | undefined;
    let queued: Buffer[] = [];
    let asked = false;
    const begin = (session: Session): void => {
      mine = session;
      const hear = messagesOf((letter, whole) => {
        client.write(whole);
        if (letter !== 'Z' || whole[5] !== 'I'.charCodeAt(0)) return;
        mine = undefined;
        asked = false;
        giveBack(session);
      });
      session.socket.on('data', hear);
      for (const each of queued.splice(0)) session.socket.write(each);
    };
    const hear = messagesOf((letter, whole) => {
      if (letter === 'X') return void client.end();
      if (mine !== undefined) return void mine.socket.write(whole);
      queued.push(whole);
      if (!asked) take(begin);
      asked = true;
      return undefined;
    });
    client.once('data', () => {
      client.write(WELCOME);
      client.on('data', hear);
    });
    client.on('error', () => undefined);
    client.once('close', () => (queued = []));
    clients.add(client);
  };
  const server = net.createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    stop: async () => {
      for (const client of clients) client.destroy();
      server.close();
      for (const { socket } of sessions) socket.destroy();
    },
  };
};
