/** The print service of a till for browser tests: a process of its own that can be told to misbehave, die and come back. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, expect } from 'vitest';

const SCRIPT = path.join(import.meta.dirname, '../../../tools/print-service.mjs');
/** Generous, like every wait of the browser tests. */
const WAIT_MS = 20_000;

type Said = { readonly event: string; readonly [fact: string]: unknown };
export type PrintService = {
  readonly port: number;
  /** Listens when it resolves. */
  readonly start: (mode?: string) => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Resolves when it is gone by itself. */
  readonly ended: () => Promise<void>;
  /** A weight for the scale, or another way to answer. */
  readonly say: (line: string) => void;
  /** The sheets on paper, in the order they came out. */
  readonly sheets: () => readonly string[];
};

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** For one test file; what a test leaves running is stopped, its paper thrown away. */
export const printServiceAt = (port: number): PrintService => {
  const out = mkdtempSync(path.join(os.tmpdir(), 'jewel-paper-'));
  let running: ChildProcess | null = null;
  let gone = Promise.resolve();

  const start = (mode = 'ok'): Promise<void> => {
    const child = spawn(process.execPath, [SCRIPT, '--port', String(port), '--out', out, '--mode', mode, '--json'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    running = child;
    gone = new Promise((resolve) => child.once('exit', () => resolve()));
    return new Promise((resolve, reject) => {
      child.once('exit', () => reject(new Error('the print service did not start')));
      createInterface({ input: child.stdout }).on('line', (line) => {
        if ((JSON.parse(line) as Said).event === 'listening') resolve();
      });
    });
  };
  const stop = async (): Promise<void> => {
    running?.kill();
    await gone;
    running = null;
  };
  const files = (): string[] =>
    readdirSync(out)
      .filter((name) => name.endsWith('.svg'))
      .toSorted();
  afterEach(async () => {
    await stop();
    for (const file of files()) rmSync(path.join(out, file));
  });
  afterAll(() => rmSync(out, { recursive: true, force: true }));
  return {
    port,
    start,
    stop,
    ended: () => gone,
    say: (line) => void running?.stdin?.write(`${line}\n`),
    sheets: () => files().map((file) => readFileSync(path.join(out, file), 'utf8')),
  };
};

/** The figures below the bars of each sheet, as soon as `count` sheets are there. */
export const barcodesOn = async ({ sheets }: PrintService, count: number): Promise<string[]> => {
  await expect.poll(() => sheets().length, { timeout: WAIT_MS }).toBeGreaterThanOrEqual(count);
  return sheets().map((sheet) => /text-anchor="middle"[^>]*>(\d{12})</.exec(sheet)?.[1] ?? '');
};
