/** `node prove.ts report.json`: every rule of stock.md, sales.md and administration.md has its tests, they ran and passed, or this fails. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RULES, ranIn, unproved } from './check.ts';

const [, , file] = process.argv;
if (file === undefined) throw new Error('prove.ts needs the report of a test run');
const root = fileURLToPath(new URL('../../', import.meta.url));
const report = JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof ranIn>[0];
const missing = unproved(RULES, ranIn(report, root));
process.stdout.write(missing.map((line) => `${line}\n`).join(''));
process.stdout.write(`${RULES.length} rules, ${missing.length} tests of them missing or failing\n`);
process.exitCode = missing.length === 0 ? 0 : 1;
