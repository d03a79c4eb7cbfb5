import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { CannotStart } from '../base/cannot-start.ts';

/** Below the ports that systems give to outgoing connections: nobody takes ours while the server is down. */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const TRIES = 20;

/** The port of last time when it is still free, else any free one; remembered in the data folder. */
export async function choosePort(dataDir: string, wanted: number | undefined): Promise<number> {
  const file = path.join(dataDir, 'postgres.port');
  const remembered = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0;
  const port = wanted ?? ((remembered > 0 ? await bind(remembered) : 0) || (await freePort()));
  if (port === 0) throw new CannotStart('本机没有可用的端口给自带的数据库');
  fs.writeFileSync(file, `${port}\n`);
  return port;
}

async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = await bind(randomInt(LOWEST, HIGHEST));
    if (port !== 0) return port;
  }
  return bind(0);
}

/** The port when it can be listened on (0 asks for any), 0 when it is taken. */
function bind(port: number): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.on('error', () => resolve(0));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const bound = address !== null && typeof address === 'object' ? address.port : 0;
      server.close(() => resolve(bound));
    });
  });
}
