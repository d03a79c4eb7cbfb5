/** Starts the stand-in of the messaging app in another process, and speaks to it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import type { Heard, Told } from './messaging-app-alone.ts';

export type MessagingProcess = {
  /** For the house's environment, with the port that PUBLIC_URL names. */
  readonly env: Readonly<Record<string, string>>;
  /** Answers the codes that were exchanged so far. */
  readonly tell: (told: Told) => Promise<readonly string[]>;
  readonly stop: () => void;
};
/** One that nobody listens at just now. */
const freePort = async (): Promise<number> => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

export const messagingProcess = async (): Promise<MessagingProcess> => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const child = fork(path.join(import.meta.dirname, 'messaging-app-alone.ts'), [publicUrl]);
  const heard = async (): Promise<Heard> => ((await once(child, 'message')) as [Heard])[0];
  const first = await heard();
  return {
    env: { ...('env' in first ? first.env : {}), PORT: String(port) },
    tell: async (told) => {
      child.send(told);
      const answer = await heard();
      return 'asked' in answer ? answer.asked : [];
    },
    stop: () => child.disconnect(),
  };
};
