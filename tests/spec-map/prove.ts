/** `node prove.ts report.json`: every rule of the stock and the sales document, and of what stands of the administration, names a test that ran and passed, or this fails. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ADMINISTRATION } from './administration.ts';
import { ranIn, unproved } from './check.ts';
import { SALES } from './sales.ts';
import { STOCK } from './stock.ts';

const [, , file] = process.argv;
if (file === undefined) throw new Error('prove.ts needs the report of a test run');
const root = fileURLToPath(new URL('../../', import.meta.url));
const report = JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof ranIn>[0];
const rows = [...STOCK, ...SALES, ...ADMINISTRATION];
const missing = unproved(rows, ranIn(report, root));
process.stdout.write(missing.map((line) => `${line}\n`).join(''));
process.stdout.write(`${rows.length} rules, ${missing.length} tests of them missing or failing\n`);
process.exitCode = missing.length === 0 ? 0 : 1;
