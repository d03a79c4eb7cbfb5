/**
 * `npm run measure-house`: how readable the house is, in figures, beside what was recorded (measure-house/recorded.json). Fails
 * when one that may only shrink grew, and when one shrank and the record does not say so yet.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compared, figuresOf } from './measure-house/figures.mjs';
import { treeAt } from './measure-house/tree.mjs';

export { importsOf } from './measure-house/imports.mjs';
export { sourcesOf } from './measure-house/tree.mjs';
export { branchesOf, regexOf } from './measure-house/branches.mjs';
export { deadNames, NAMED_ON_PURPOSE } from './measure-house/named.mjs';
export { EMPTY_ON_PURPOSE, idlePatterns, openFences, patternsOf } from './measure-house/patterns.mjs';
export { figuresOf, treeAt };

const USAGE = `用法：npm run measure-house [-- --record | --show 名称]
  --record   把变小的数字记下（变大的要手工写进 recorded.json 并说明理由）
  --show     列出名称里有这些字的数字在哪里
一张销售单经过的文件由 SAME_LOG=record 运行 tests/flow/same-log.test.ts 重新记录
退出码：0 与记录相符；1 有数字变大，或变小了还没记下`;
const repo = join(import.meta.dirname, '..');
const RECORD = join(import.meta.dirname, 'measure-house/recorded.json');
const readRecord = () => JSON.parse(readFileSync(RECORD, 'utf8'));

const MARKS = { worse: '✗ 变大了', better: '✗ 变小了，请用 --record 记下', unrecorded: '✗ 没有记录', same: '' };
const line = ([name, now, recorded, goal, mark = '']) =>
  [name.padEnd(52), String(now).padStart(8), String(recorded).padStart(10), String(goal).padStart(12), mark]
    .join(' ')
    .trimEnd();
const printed = ({ shrinking, told }, record) => [
  line(['', 'now', 'recorded', 'to reach']),
  ...compared(shrinking, record.shrinking).map(({ name, now, recorded, goal, verdict }) =>
    line([name, now, recorded ?? '–', goal, MARKS[verdict]]),
  ),
  ...told.map(({ name, places }) => line([name, places.length, record.told[name].recorded, record.told[name].goal])),
  ...Object.entries(record.byHand).map(([name, { now, goal, how }]) => line([name, '', now, goal, how])),
];
/** Lower only: what grew is written by hand, with its reason. */
const lowered = (figures, record) =>
  Object.fromEntries(
    compared(figures, record.shrinking).map(({ name, now, recorded, goal }) => [
      name,
      { recorded: recorded === null ? now : Math.min(now, recorded), goal },
    ]),
  );

/** What is said of a house, and how it ends: 0 where the record is true. */
export const report = (figures, record = readRecord()) => {
  const isTrue = compared(figures.shrinking, record.shrinking).every(({ verdict }) => verdict === 'same');
  return { text: printed(figures, record).join('\n'), code: isTrue ? 0 : 1 };
};

const shown = (figures, words) =>
  figures.shrinking
    .filter(({ name }) => name.includes(words))
    .map(({ name, places }) => [`${name}: ${places.length}`, ...places].join('\n  '))
    .join('\n');
const run = ([flag, words = '']) => {
  const figures = figuresOf(treeAt(repo));
  if (flag === '--show') return { text: shown(figures, words), code: 0 };
  if (flag === '--record') {
    const record = readRecord();
    writeFileSync(RECORD, `${JSON.stringify({ ...record, shrinking: lowered(figures.shrinking, record) }, null, 2)}\n`);
  }
  return report(figures);
};
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const isKnown = args.length === 0 || ['--record', '--show'].includes(args[0]);
  const { text, code } = isKnown ? run(args) : { text: USAGE, code: args[0] === '--help' ? 0 : 1 };
  console.log(text);
  process.exit(code);
}
