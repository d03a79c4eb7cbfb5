/**
 * A Chromium for the browser tests: the system's, else one that is installed now. Debian's build without windows comes first:
 * the same pages cost it an eighth less, because it draws no bars and menus around them. Built-in modules only.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repo } from './prepare.mjs';

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
];
const found = () => CANDIDATES.find((path) => path !== undefined && existsSync(path));
const done = (command, args) => spawnSync(command, args, { cwd: repo, encoding: 'utf8', stdio: 'pipe' }).status === 0;

/** Debian and root: the distribution's package, with a font that has Chinese. */
const installDebian = () =>
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/apt-get') &&
  done('apt-get', ['update']) &&
  ['chromium-headless-shell', 'chromium'].some((name) =>
    done('apt-get', ['install', '-y', '--no-install-recommends', name, 'fonts-noto-cjk']),
  );

/** Path of an executable Chromium. Exits with a clear message when none can be had. */
export const browser = () => {
  const present = found();
  if (present !== undefined) return present;
  console.log('没有找到 Chromium，正在安装（浏览器测试需要）…');
  if (installDebian()) return found();
  const cli = join(repo, 'node_modules/playwright-core/cli.js');
  if (done(process.execPath, [cli, 'install', 'chromium'])) {
    const asked = spawnSync(
      process.execPath,
      ['-e', "import('playwright-core').then((p) => process.stdout.write(p.chromium.executablePath()))"],
      { cwd: repo, encoding: 'utf8' },
    );
    if (existsSync(asked.stdout)) return asked.stdout;
  }
  process.stderr.write('浏览器测试需要 Chromium：请安装后重试（Debian：apt-get install chromium fonts-noto-cjk）。\n');
  process.exit(1);
};
