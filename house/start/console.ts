/** What a person at the terminal is told while the house starts: a line a step with its seconds, then where it is. */
import path from 'node:path';
import { DEMO_PASSWORDS_FILE } from '../../services/demo/staff.ts';
import type { Config } from '../../services/platform/process/config.ts';
import { stderrLog, type Log } from '../../services/platform/base/log.ts';
import { ADMIN_PASSWORD_FILE } from '../../services/system/seeds/seed.ts';

type Environment = Readonly<Record<string, string | undefined>>;
const WIDTH = 8;
/** Chinese characters take two places. */
const padded = (title: string): string => title + ' '.repeat(Math.max(0, WIDTH - title.length * 2));
const stepLine = (title: string, seconds: number, note = ''): string =>
  `✓ ${padded(title)}${seconds.toFixed(1).padStart(6)} 秒${note === '' ? '' : `  ${note}`}`;

/** Tells each step when it is done. `npm start` began earlier than this process: START_AT, in milliseconds. */
export const startSteps = (say: (line: string) => void, env: Environment, now = Date.now) => {
  const began = Number(env['START_AT'] ?? now());
  let last = now();
  const done = (title: string, note?: string): void => {
    say(stepLine(title, (now() - last) / 1000, note));
    last = now();
  };
  return {
    done,
    ready: (url: string): void => say(stepLine('就绪', (now() - began) / 1000, url)),
  };
};

/** Shown once: the password of user admin, when this start created it. */
export const firstLogin = (password: string | null, config: Pick<Config, 'dataDir' | 'demo'>): readonly string[] =>
  password === null
    ? []
    : [
        `管理员账号 admin，初始密码 ${password}`,
        `（密码保存在 ${path.join(config.dataDir, ADMIN_PASSWORD_FILE)}，只显示这一次）`,
        ...(config.demo ? [`演示账号的密码在 ${path.join(config.dataDir, DEMO_PASSWORDS_FILE)}`] : []),
      ];

/** For people: what went wrong, a line each; the rest stays unsaid. */
const terminalLog = (say: (line: string) => void): Log => {
  const told =
    (sign: string): Log['warn'] =>
    (message, { error } = {}) =>
      say(`${sign} ${message}${error instanceof Error ? `：${error.message}` : ''}`);
  return { info: () => undefined, warn: told('⚠'), error: told('✗') };
};
/** JSON lines for machines: with LOG=json, or where nobody watches. */
export const processLog = (env: Environment, isTerminal: boolean): Log =>
  isTerminal && env['LOG'] !== 'json' ? terminalLog((line) => process.stderr.write(`${line}\n`)) : stderrLog;
