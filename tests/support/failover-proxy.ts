/** A failover proxy before a Postgres: it leads new connections to the primary or to a replica, and may cut those that stand. */
import net from 'node:net';
import { once } from 'node:events';

export type FailoverProxy = {
  /** Connection string through it. */
  readonly url: string;
  /** New sessions are of a server that takes no writes, or of the one that does. */
  readonly lead: (to: 'primary' | 'replica') => void;
  /** Cuts every connection that stands. */
  readonly cut: () => void;
  readonly stop: () => Promise<void>;
};

const VERSION_3 = 196_608;
/** The packet that opens a session, with one more of its settings. */
const opening = (packet: Buffer, name: string, value: string): Buffer => {
  const more = Buffer.from(`${name}\0${value}\0\0`);
  const whole = Buffer.concat([packet.subarray(0, -1), more]);
  whole.writeInt32BE(whole.length, 0);
  return whole;
};

/** A replica answers reads and refuses writes with SQLSTATE 25006: so does a session whose transactions are read-only. */
export const startFailoverProxy = async (databaseUrl: string): Promise<FailoverProxy> => {
  const target = new URL(databaseUrl);
  let to: 'primary' | 'replica' = 'primary';
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const behind = net.connect({ host: target.hostname, port: Number(target.port || 5432) });
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        behind.destroy();
      });
    }
    client.once('data', (packet: Buffer) => {
      const opens = packet.readInt32BE(4) === VERSION_3;
      behind.write(opens && to === 'replica' ? opening(packet, 'default_transaction_read_only', 'on') : packet);
      client.pipe(behind);
      behind.pipe(client);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    lead: (next) => {
      to = next;
    },
    cut,
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
};
