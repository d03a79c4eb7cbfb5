/** `npm run move-log` as an operator runs it: a process of its own, beside the house. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';

const COMMANDS = fileURLToPath(new URL('../../../house/commands/', import.meta.url));
/** As `npm run` keeps it: what Node compiled and stripped of types. */
export const COMPILED = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../.cache/node', import.meta.url)) };
/** Bytes between positions of a server, of short events: a log whose head lies far is folded in processes of its own, which a test need not start. */
export const SHORT_EVENTS = 97;
const SAID = { timeout: 60_000, interval: 20 };

export type Running = {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly says: (words: string | RegExp) => Promise<void>;
  /** Exit code; null where it was killed. */
  readonly ended: Promise<number | null>;
};
/** Starts a command of the house with these arguments over the database. */
export const running = (file: string, args: readonly string[], env: Readonly<Record<string, string>>): Running => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-move-'));
  const child = spawn(process.execPath, [path.join(COMMANDS, file), ...args], {
    env: { ...process.env, ...COMPILED, DATA_DIR: dataDir, EVENT_STORE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (piece) => (text += piece));
  const ended = once(child, 'close').then(([code]) => {
    fs.rmSync(dataDir, { recursive: true, force: true });
    return code as number | null;
  });
  const said = (): string => text;
  const says = (words: string | RegExp): Promise<void> => vi.waitFor(() => expect(text).toMatch(words), SAID);
  return { child, said, says, ended };
};
