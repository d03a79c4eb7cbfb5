/**
 * `npm run verify`: proves the log against its seals, with the settings of `npm start`; `-- --backup FILE` a back-up instead;
 * `-- --write verify-log.mjs` makes the one file that a stranger checks a back-up with, `-- --write-case-check check.mjs` that for a
 * case file.
 */
import { accessSync, constants } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { install, repo, runBeside } from './prepare.mjs';

const args = process.argv.slice(2);
const ALONE = 'services/log-seal/verify-backup.ts';
/** What is written as one file, by its option. */
const WRITTEN = { '--write': ALONE, '--write-case-check': 'services/log-seal/case-file/check-file.ts' };

const refused = (why) => {
  process.stdout.write(`✗ ${why}\n`);
  process.exit(1);
};
/** The bundler is not in an installation that only runs. */
const bundler = () =>
  import('vite').catch(() => refused('这份安装没有打包程序：请在完整安装（npm ci）的项目里写出，再把文件带过来'));
const isWritable = (folder) => {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};
const write = async (option, given, source) => {
  if (given === undefined || given.startsWith('--')) refused(`请给出要写的文件：npm run verify -- ${option} 文件`);
  const file = resolve(given);
  if (!isWritable(dirname(file))) refused(`没有文件夹 ${dirname(file)}，或没有写入它的权限`);
  install({ running: true });
  const { build } = await bundler();
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
};
const option = args.find((one) => one in WRITTEN);
const isBackup = args.some((one) => /^--backup(=|$)/.test(one));
if (option === undefined || args.includes('--help')) runBeside(isBackup ? ALONE : 'house/commands/verify-log.ts', args);
else await write(option, args[args.indexOf(option) + 1], WRITTEN[option]);
