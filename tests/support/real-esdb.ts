/**
 * A real EventStoreDB in place of the double: `EVENTSTORE_TEST_COMMAND` names a program that becomes a node of its own, called with a
 * port of 127.0.0.1 to listen at without TLS and an empty folder for its log.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type RealEventStoreDb = { readonly url: string; stop(): Promise<void> };

const freePort = async (): Promise<number> => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
/** A server reads every variable of this name as an option of its own and refuses to start on those that it does not know. */
const itsEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('EVENTSTORE_')));

const READY_MS = 60_000;
const untilReady = async (node: ChildProcess, port: number): Promise<void> => {
  const ready = async (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const until = Date.now() + READY_MS; !(await ready()); await pause(50))
    if (node.exitCode !== null || node.signalCode !== null || Date.now() > until)
      throw new Error(`the node of EVENTSTORE_TEST_COMMAND does not answer (exit code ${node.exitCode})`);
};

export const startRealEventStoreDb = async (command: string): Promise<RealEventStoreDb> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-esdb-'));
  const port = await freePort();
  const node = spawn(command, [String(port), folder], { stdio: 'ignore', env: itsEnvironment() });
  const gone = once(node, 'close');
  const stop = async (): Promise<void> => {
    node.kill('SIGKILL');
    await gone;
    fs.rmSync(folder, { recursive: true, force: true });
  };
  await untilReady(node, port).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url: `esdb://127.0.0.1:${port}?tls=false`, stop };
};
