/** `npm run event-schemas -- <folder>`: JSON Schema of every message of the relay, a file a type of event. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { environment, install, node24, repo } from './prepare.mjs';

install();
const folder = resolve(process.argv[2] ?? 'event-schemas');
const { status } = spawnSync(node24(), ['services/write-event-schemas.ts', folder], {
  cwd: repo,
  env: environment(),
  stdio: 'inherit',
});
process.exit(status ?? 1);
