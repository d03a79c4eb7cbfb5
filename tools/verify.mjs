/**
 * `npm run verify`: proves the log against its seals, with the settings of `npm start`; `-- --backup FILE` a back-up instead;
 * `-- --write verify-log.mjs` makes the one file that a stranger checks a back-up with, `-- --write-case-check check.mjs` that for a
 * case file.
 */
import { spawnSync } from 'node:child_process';
import { basename, dirname, join, resolve } from 'node:path';
import { environment, install, node24, repo } from './prepare.mjs';

install();
const args = process.argv.slice(2);
const ALONE = 'services/log-seal/verify-backup.ts';
/** What is written as one file, by its option. */
const WRITTEN = {
  '--write': { file: 'verify-log.mjs', source: ALONE },
  '--write-case-check': { file: 'check.mjs', source: 'services/log-seal/case-file/check-file.ts' },
};

const run = (file, more) =>
  spawnSync(node24(), [file, ...more], { cwd: repo, env: environment(), stdio: 'inherit' }).status ?? 1;
const write = async (file, source) => {
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'error',
    root: repo,
    ssr: { noExternal: true },
    build: {
      ssr: join(repo, source),
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
const option = args.find((one) => one in WRITTEN);
const { file, source } = WRITTEN[option] ?? {};
process.exit(
  option === undefined
    ? run(args.includes('--backup') ? ALONE : 'services/verify-log.ts', args)
    : await write(resolve(args[args.indexOf(option) + 1] ?? file), source),
);
