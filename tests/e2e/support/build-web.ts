/** Publishes the console into ./site before the first browser opens; what did not change is skipped. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const BUILD = path.join(import.meta.dirname, '../../../root-config/build/web.mjs');

export default function setup(): void {
  // The test runner's NODE_ENV would ask for React's development build, which the import map does not have.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [BUILD], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}
