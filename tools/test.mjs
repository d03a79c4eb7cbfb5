/**
 * `npm test`: set-up, then every check; one failing check does not hide the others.
 * The last line is the plain count `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { browser } from './browser.mjs';
import { buildWeb, environment, install, node24, repo } from './prepare.mjs';

const WORKSPACES = [
  'services',
  'projections',
  'root-config',
  'mfe-stock',
  'mfe-sales',
  'mfe-admin',
  'mfe-mobile',
  'tests',
];
const bin = (name) => join(repo, 'node_modules/.bin', name);

install();
buildWeb();
const env = { ...environment(), CHROMIUM_PATH: browser(), FORCE_COLOR: '0' };
let passed = 0;
let failed = 0;

const check = (title, command, args) => {
  const started = Date.now();
  const ended = spawnSync(command, args, { cwd: repo, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const good = ended.status === 0;
  console.log(`${good ? '✓' : '✗'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (good) passed += 1;
  else {
    failed += 1;
    console.log(`${ended.stdout}${ended.stderr}`);
  }
};

check('format', bin('oxfmt'), ['--check', '.']);
check('lint', bin('oxlint'), ['--type-aware', '--deny-warnings']);
for (const workspace of WORKSPACES) check(`types ${workspace}`, bin('tsc'), ['-p', workspace]);
check('dead code', bin('knip'), ['--no-progress']);

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
  passed += numPassedTests;
  failed += numFailedTests;
  if (numTotalTestSuites === 0 || (numFailedTestSuites > 0 && numFailedTests === 0)) failed += 1;
}
if (tests.status !== 0 && failed === 0) failed += 1;
// Of a whole run only: every rule of the stock document names tests that ran and passed.
if (process.argv.length === 2) check('rules shown by tests', node24(), ['tests/spec-map/prove.ts', report]);

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
