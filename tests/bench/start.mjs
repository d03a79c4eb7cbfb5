/** From a clone to the first sign-in with `npm start`, and the second start of the same clone. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, freePort, inFolder, seconds } from './support.mjs';

const repo = path.join(import.meta.dirname, '../..');
const PASSWORD = 'Bench-2026';

const answered = async (url, options) => {
  const reply = await fetch(url, options).catch(() => undefined);
  return reply?.status === 200;
};

const started = async (clone, port) => {
  const base = `http://127.0.0.1:${port}`;
  const server = spawn('npm', ['start'], {
    cwd: clone,
    stdio: 'ignore',
    detached: true,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DEMO: 'off',
      LOGIN_CODE: 'none',
      ADMIN_PASSWORD: PASSWORD,
      DATABASE_URL: undefined,
      DATA_DIR: undefined,
    },
  });
  try {
    for (const deadline = Date.now() + 180_000; !(await answered(`${base}/readyz`)); await pause(50)) {
      if (Date.now() > deadline || server.exitCode !== null) throw new Error('the clone did not start');
    }
    const body = JSON.stringify({ username: 'admin', password: PASSWORD, rememberMe: false });
    const headers = { 'content-type': 'application/json' };
    if (!(await answered(`${base}/api/v1/login`, { method: 'POST', body, headers }))) throw new Error('no sign-in');
  } catch (error) {
    process.kill(0 - Number(server.pid), 'SIGTERM');
    throw error;
  }
  return async () => {
    process.kill(0 - Number(server.pid), 'SIGTERM');
    await once(server, 'exit');
    while (await answered(`${base}/readyz`)) await pause(50);
  };
};

await inFolder(async (folder) => {
  const clone = path.join(folder, 'clone');
  const port = await freePort();
  let stop;
  const first = await seconds(async () => {
    const cloned = spawnSync('git', ['clone', '--quiet', '--no-hardlinks', repo, clone], { stdio: 'inherit' });
    if (cloned.status !== 0) throw new Error('git clone failed');
    stop = await started(clone, port);
  });
  await stop();
  const again = [];
  for (let round = 0; round < 3; round += 1) {
    again.push(await seconds(async () => (stop = await started(clone, port))));
    await stop();
  }
  atMost({ figure: 'clone to sign-in (npm cache as it is)', values: [first], limit: 90, unit: 's' });
  atMost({ figure: 'second start to sign-in', values: again, limit: 5, unit: 's' });
});
