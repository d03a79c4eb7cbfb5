/** Files of the house as git has them, or will have, and their text: what the tests of boundaries read. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '../..');

/** Those that meet one of the patterns of git, all without one; what is ignored is left out. */
export const filesOf = (...patterns: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '');
export const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
