/** Ctrl-C in a real terminal: the signal goes to every process of the group, and nothing of the house is left behind. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD } from '../support/app.ts';
import { openPlace, receiptBody } from './support/shift.ts';
import { Till } from './support/till.ts';

const START = fileURLToPath(new URL('../../tools/start.mjs', import.meta.url));
/** util-linux's, which gives a program a terminal of its own. */
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
const CTRL_C = '\u0003';
const START_MS = 60_000;
const END_MS = 30_000;
const SAVES = 12;

let dataDir = '';
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-terminal-'));
});
const processesOf = (folder: string): readonly string[] =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    });
afterEach(() => {
  for (const pid of processesOf(dataDir)) process.kill(Number(pid), 'SIGKILL');
  fs.rmSync(dataDir, { recursive: true, force: true });
});

type Terminal = { readonly child: ChildProcess; readonly said: () => string; readonly type: (text: string) => void };
const open = (demo: 'on' | 'off'): Terminal => {
  const { PATH = '', HOME = '/tmp' } = process.env;
  const place = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: demo, LOGIN_CODE: 'none', ADMIN_PASSWORD };
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', `exec node ${START}`, '/dev/null'], {
    env: { PATH, HOME, ...place },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { child, said: () => said, type: (text) => child.stdin?.write(text) };
};
const until = async (what: string, come: () => boolean, ms: number): Promise<void> => {
  const deadline = Date.now() + ms;
  while (!come()) {
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${ms} ms`);
    await pause(20);
  }
};
const urlOf = async ({ said }: Terminal): Promise<string> => {
  const find = (): string | undefined => /就绪.*?(http:\/\/[\w.:]+)/.exec(said())?.[1];
  await until('the address', () => find() !== undefined, START_MS);
  return find() ?? '';
};
const ended = async ({ child, said }: Terminal): Promise<number> => {
  const exit = child.exitCode === null ? once(child, 'exit') : Promise.resolve([child.exitCode]);
  const late = pause(END_MS, ['late'], { ref: false });
  const [code] = (await Promise.race([exit, late])) as [unknown];
  if (typeof code !== 'number') throw new Error(`still there after ${END_MS} ms: ${said()}`);
  return code;
};
const expectNothingLeft = async (): Promise<void> => {
  await until('the end of every process', () => processesOf(dataDir).length === 0, END_MS);
  expect(fs.existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
};

/** What the terminal runs by now; it has one program. */
const programOf = ({ child: { pid } }: Terminal): string => {
  const [own = ''] = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return fs.readFileSync(`/proc/${own}/cmdline`, 'utf8').replaceAll('\0', ' ');
};

describe.skipIf(!hasTerminal)('Ctrl-C', () => {
  test('while the house starts', async () => {
    const terminal = open('off');
    await until('the database', () => processesOf(dataDir).length > 0, START_MS);
    terminal.type(CTRL_C);
    await ended(terminal);
    await expectNothingLeft();
  }, 120_000);

  test('while demo data is made', async () => {
    const terminal = open('on');
    await urlOf(terminal);
    terminal.type(CTRL_C);
    expect(await ended(terminal)).toBe(0);
    await expectNothingLeft();
  }, 120_000);

  test('while idle, pressed twice', async () => {
    const terminal = open('off');
    await urlOf(terminal);
    // The starter became the house: nothing of it takes memory, and no signal has to be passed on.
    expect(programOf(terminal)).toContain('house/main.ts');
    terminal.type(CTRL_C);
    await pause(400);
    terminal.type(CTRL_C);
    expect(await ended(terminal)).toBe(0);
    await expectNothingLeft();
  }, 120_000);

  test('while things are saved: each is answered or refused, none half', async () => {
    const terminal = open('off');
    const url = await urlOf(terminal);
    const till = new Till(() => url);
    const body = receiptBody(await openPlace(till));
    const saving = Array.from({ length: SAVES }, (_, n) =>
      till.once('POST', '/biz-goods-in', { body, key: `ctrl-c-${n}` }).catch(() => ({ status: 0 })),
    );
    terminal.type(CTRL_C);
    expect(await ended(terminal)).toBe(0);
    await expectNothingLeft();
    const statuses = (await Promise.all(saving)).map(({ status }) => status);
    expect(statuses.filter((status) => ![0, 200, 503].includes(status))).toEqual([]);
  }, 120_000);

  test('a closed terminal', async () => {
    const terminal = open('off');
    await urlOf(terminal);
    terminal.child.kill('SIGKILL');
    await expectNothingLeft();
  }, 120_000);
});
