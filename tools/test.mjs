/**
 * `npm test`: set-up, then every check; one failing check does not hide the others.
 * The last line is the plain count `N passed, N failed`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { browser } from './browser.mjs';
import { buildWeb, environment, install, node24, repo } from './prepare.mjs';
import { timesOf } from './test-times.mjs';

/** What has the same settings is read once: services and read models; the four packages of the console; the pages of shoppers; the tests. */
const PROGRAMS = ['tsconfig.house.json', 'tsconfig.pages.json', 'mfe-mobile', 'tests'];
const bin = (name) => join(repo, 'node_modules/.bin', name);

install();
buildWeb();
const env = { ...environment(), CHROMIUM_PATH: browser(), FORCE_COLOR: '0' };
let passed = 0;
let failed = 0;

const check = async ([title, command, args]) => {
  const started = Date.now();
  const child = spawn(command, args, { cwd: repo, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (said += chunk));
  const [status] = await once(child, 'close');
  console.log(`${status === 0 ? '✓' : '✗'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (status === 0) passed += 1;
  else {
    failed += 1;
    console.log(said);
  }
};

const checks = [
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ...PROGRAMS.map((program) => [`types ${program}`, bin('tsc'), ['-p', program]]),
  ['dead code', bin('knip'), ['--no-progress']],
  ['format', bin('oxfmt'), ['--check', '.']],
];
/** Two side by side: none keeps two processors busy to its end. */
const lane = async () => {
  for (let next = checks.shift(); next !== undefined; next = checks.shift()) await check(next);
};
await Promise.all([lane(), lane()]);

const report = join(repo, '.cache/vitest.json');
mkdirSync(join(repo, '.cache'), { recursive: true });
rmSync(report, { force: true });
// A whole run hears every statement anew.
if (process.argv.length === 2) rmSync(join(repo, '.cache/statements'), { recursive: true, force: true });
const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)];
const tests = spawnSync(node24(), [join(repo, 'node_modules/vitest/vitest.mjs'), ...args], {
  cwd: repo,
  env,
  stdio: 'inherit',
});
if (existsSync(report)) {
  const { numPassedTests, numFailedTests, numTotalTestSuites, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  for (const { name, assertionResults } of testResults)
    for (const { fullName, status, failureMessages } of assertionResults)
      if (status === 'passed' && failureMessages.length > 0)
        console.log(`second try: ${name} > ${fullName}\n  ${failureMessages[0].split('\n')[0]}`);
  if (process.argv.length === 2) for (const line of timesOf(testResults)) console.log(line);
  passed += numPassedTests;
  failed += numFailedTests;
  if (numTotalTestSuites === 0 || (numFailedTestSuites > 0 && numFailedTests === 0)) failed += 1;
}
if (tests.status !== 0 && failed === 0) failed += 1;
// Of a whole run only: every rule of the stock document names tests that ran and passed.
if (process.argv.length === 2) await check(['rules shown by tests', node24(), ['tests/spec-map/prove.ts', report]]);

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
