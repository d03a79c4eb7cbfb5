/** Where the time of a test run went: by folder, and the files that took longest. */
import { relative } from 'node:path';
import { repo } from './prepare.mjs';

const SLOWEST = 30;
const seconds = (ms) => `${(ms / 1000).toFixed(0)} s`;
const folderOf = (file) => (file.startsWith('tests/') ? file.split('/').slice(0, 2).join('/') : file.split('/')[0]);

/** @param {readonly { name: string; startTime: number; endTime: number }[]} testResults of vitest's report; two files run at a time. */
export const timesOf = (testResults) => {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({ file: relative(repo, name), ms: Math.max(0, endTime - startTime) }))
    .toSorted((left, right) => right.ms - left.ms);
  const folders = new Map();
  for (const { file, ms } of files) {
    const sum = folders.get(folderOf(file)) ?? { count: 0, ms: 0 };
    folders.set(folderOf(file), { count: sum.count + 1, ms: sum.ms + ms });
  }
  return [
    ...[...folders]
      .toSorted(([, left], [, right]) => right.ms - left.ms)
      .map(([folder, { count, ms }]) => `time: ${folder} ${seconds(ms)} in ${count} files`),
    ...files.slice(0, SLOWEST).map(({ file, ms }) => `slow: ${file} ${seconds(ms)}`),
  ];
};
