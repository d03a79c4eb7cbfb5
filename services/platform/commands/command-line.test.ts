import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { CommandEnd, commandWords } from './command-line.ts';

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};
const OPTIONS = { at: { type: 'string' } } as const;

test.each([
  [['--bogus'], '不认识 --bogus，用法见 --help'],
  [['stray'], '不认识 stray，用法见 --help'],
  [['--at'], '--at 后面缺少它的值，用法见 --help'],
])('a line of %j is told in Chinese', (args, words) => {
  expect(commandWords(thrownBy(() => parseArgs({ args, options: OPTIONS })))).toBe(words);
});

test('a file that is not there is named', () => {
  const missing = thrownBy(() => fs.readFileSync('/nowhere/backup'));
  expect(commandWords(missing)).toBe('没有这个文件：/nowhere/backup');
  expect(commandWords(new Error('broken', { cause: missing }))).toBe('没有这个文件：/nowhere/backup');
});

test('what the server says is looked for in the causes', () => {
  const cause = Object.assign(new Error('relation "x" does not exist'), { code: '42P01' });
  expect(commandWords(new Error('query failed', { cause }))).toMatch(/^这个数据库里没有本系统的数据/);
});

test('a sentence with an exit code of its own is told as it is, whatever caused it', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const end = new CommandEnd('没有切换', 3, { cause });
  expect([commandWords(end), end.exitCode]).toEqual(['没有切换', 3]);
});

test('a sentence of ours is told as it is', () => {
  expect(commandWords(new TypeError('请给出备份文件'))).toBe('请给出备份文件');
});
