/**
 * `npm run verify`: proves the log against its seals, with the settings of `npm start`; `-- --backup FILE` a back-up instead;
 * `-- --write verify-log.mjs` makes the one file that a stranger checks a back-up with.
 */
import { spawnSync } from 'node:child_process';
import { basename, dirname, join, resolve } from 'node:path';
import { environment, install, node24, repo } from './prepare.mjs';

install();
const args = process.argv.slice(2);
const at = args.indexOf('--write');
const ALONE = 'services/log-seal/verify-backup.ts';

const run = (file, more) =>
  spawnSync(node24(), [file, ...more], { cwd: repo, env: environment(), stdio: 'inherit' }).status ?? 1;
const write = async (file) => {
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'error',
    root: repo,
    ssr: { noExternal: true },
    build: {
      ssr: join(repo, ALONE),
      outDir: dirname(file),
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: basename(file), codeSplitting: false } },
    },
  });
  process.stdout.write(`已写出 ${file}\n`);
  return 0;
};
process.exit(
  at >= 0
    ? await write(resolve(args[at + 1] ?? 'verify-log.mjs'))
    : run(args.includes('--backup') ? ALONE : 'services/verify-log.ts', args),
);
