/**
 * `npm run bench` measures everything, `npm run bench -- append list` only those. Each bench is a process of its own
 * and prints one line of JSON per figure; here they become one table. Exit 1 when a figure misses its target.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { environment, install, node24, run } from '../../tools/prepare.mjs';

const BENCHES = [
  'append',
  'seal',
  'tail',
  'replay',
  'rebuild-all',
  'save',
  'sale',
  'order',
  'dashboard',
  'list',
  'reports',
  'sale-reports',
  'log-size',
  'relay',
  'backup',
  'erase',
  'move-log',
  'check',
  'long-stream',
  'master',
  'find-customers',
  'admin',
  'log-write',
  'self-audit',
  'export',
  'case-file',
  'import',
  'start',
  'grid',
  'first-list',
  'shopper-page',
  'shopper-bills',
  'claims',
  'print',
  'memory',
];
const here = import.meta.dirname;

/** The peers, in the versions of their own lock file, when that changed. */
const installPeers = () => {
  const lock = createHash('sha256')
    .update(readFileSync(join(here, 'package-lock.json')))
    .digest('hex');
  const stamp = join(here, 'node_modules/.lock-installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('正在安装对照库 …');
  run('npm', ['ci', '--prefix', here, '--no-audit', '--no-fund', '--prefer-offline']);
  writeFileSync(stamp, lock);
};

const measure = (bench) => {
  const ended = spawnSync(node24(), ['--expose-gc', join(here, `${bench}.mjs`)], {
    cwd: join(here, '../..'),
    env: environment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 4_800_000,
  });
  const figures = ended.stdout
    .split('\n')
    .filter((line) => line.startsWith('{"figure"'))
    .map((line) => ({ bench, ...JSON.parse(line) }));
  if (ended.status === 0 && figures.length > 0) return figures;
  return [...figures, { bench, figure: `failed (${ended.signal ?? ended.status})`, target: '', ratio: '', ok: false }];
};

const spread = (values) => (values === undefined ? '' : `${values.min} / ${values.median} / ${values.max}`);
const cells = ({ bench, figure, target, ratio, ok, ours, peer, unit = '' }) => [
  bench,
  figure,
  `${spread(ours)} ${unit}`.trim(),
  peer === undefined ? '' : `${spread(peer)} ${unit}`,
  target,
  String(ratio),
  ok ? 'ok' : 'MISSED',
];

const wanted = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const unknown = wanted.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) {
  console.error(`no such bench: ${unknown.join(', ')}; there are ${BENCHES.join(', ')}`);
  process.exit(2);
}
install();
installPeers();
const rows = [['bench', 'figure', 'ours: min / median / max', 'peer: min / median / max', 'target', 'ratio', '']];
let good = true;
for (const bench of wanted.length > 0 ? wanted : BENCHES) {
  for (const figure of measure(bench)) {
    rows.push(cells(figure));
    good &&= figure.ok;
  }
}
const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
for (const row of rows)
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
console.log(
  `load average ${os
    .loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')} on ${os.cpus().length} cores`,
);
process.exit(good ? 0 : 1);
