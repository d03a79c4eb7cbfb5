/** The tools that are no part of the house: what they are told on their line, and what npm has put there for them. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInstalled } from '../../tools/prepare.mjs';

const TOOLS = path.join(import.meta.dirname, '../../tools');
const ran = (tool: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(TOOLS, `${tool}.mjs`), ...args], {
    encoding: 'utf8',
    input: '',
  });
  return [status, stdout.trim(), stderr];
};

test.each([
  ['print-service', ['--bogus'], '✗ 不认识 --bogus，用法见 --help'],
  ['print-service', ['--port', 'nine'], '✗ --port 应为 0 至 65535 的整数'],
  ['print-service', ['--out', '/dev/null'], '✗ 不能写入文件夹 /dev/null：请改正它的权限，或用 --out 换一个'],
  ['follow-sales', ['--brokers'], '✗ --brokers 的值不对，用法见 --help'],
  ['verify', ['--write'], '✗ 请给出要写的文件：npm run verify -- --write 文件'],
])('%s %j is told in one Chinese sentence', (tool, args, words) => {
  expect(ran(tool, ...args)).toEqual([1, words, '']);
});

test.each(['print-service', 'follow-sales'])('%s explains itself', (tool) => {
  expect(ran(tool, '--help')).toEqual([0, expect.stringMatching(/^用法：npm run .*\n退出码：.*$/s), '']);
});

/** Says that it is there and how it ends; ends by itself where nobody tells it to. */
const STANDING = `
  process.on('SIGTERM', () => { console.log('told'); process.exit(); });
  setTimeout(() => process.exit(), 20_000);
  console.log('there');`;
test('a signal that npm alone gets reaches the house: no shell stands between them', async () => {
  fs.mkdirSync(path.join(folder, 'tools'));
  fs.writeFileSync(path.join(folder, 'tools/start.mjs'), STANDING);
  fs.copyFileSync(path.join(TOOLS, '../package.json'), path.join(folder, 'package.json'));
  const npm = spawn('npm', ['start', '--silent'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const said = text(npm.stdout);
  await once(npm.stdout, 'data');
  npm.kill('SIGTERM');
  expect(await said).toBe('there\ntold\n');
});

let folder = '';
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-installed-'));
  fs.mkdirSync(path.join(folder, 'node_modules'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const written = (file: string, packages: object): void =>
  fs.writeFileSync(path.join(folder, file), JSON.stringify({ packages }));
const ASKED = {
  '': { version: '1' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/builds': { version: '2.0.0', dev: true },
  'node_modules/of-another-machine': { version: '3.0.0', optional: true },
};
test.each([
  ['all of it', ASKED, [true, true]],
  ['without what only builds', { 'node_modules/a': { version: '1.0.0' } }, [false, true]],
  ['another version', { ...ASKED, 'node_modules/a': { version: '1.0.1' } }, [false, false]],
  [
    'another version of what may be missing',
    { ...ASKED, 'node_modules/of-another-machine': { version: '1' } },
    [false, false],
  ],
  ['nothing', {}, [false, false]],
])('npm has put there %s', (_what, there, expected) => {
  written('package-lock.json', ASKED);
  written('node_modules/.package-lock.json', there);
  expect([isInstalled(folder, { running: false }), isInstalled(folder, { running: true })]).toEqual(expected);
  fs.rmSync(path.join(folder, 'node_modules/.package-lock.json'));
  expect(isInstalled(folder, { running: true })).toBe(false);
});
