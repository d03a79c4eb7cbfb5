/**
 * Runs a projection in a process that stops itself in the middle of its first transaction: `copy`, while its rows are on their way, or
 * `commit`, when they are all written. Says what became of that transaction, and then each state that it is in.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startProjections } from 'projections/platform/daemon/daemon';
import { LISTENER_NAME } from 'projections/platform/gate/gate';
import { openPostgresEventStore } from '../../../services/platform/event-store/postgres/index.ts';
import { Listener } from 'services/platform/base/listener';
import { silent, stock } from '../../../projections/platform/testing/samples.ts';

const [url = '', where = ''] = process.argv.slice(2);
type Ask = (...args: readonly unknown[]) => unknown;
type Copying = { readonly text?: string; handleCopyInResponse?: (connection: unknown) => void };
const client = pg.Client.prototype as unknown as { query: Ask };
const ask = client.query;
let isStopped = false;
/** Behind it the process goes on; it is given the moment that the signal may take. */
const stop = (): void => {
  isStopped = true;
  process.kill(process.pid, 'SIGSTOP');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
};
let hasCopied = false;
client.query = function (this: unknown, ...args) {
  const copying = args[0] as Copying | undefined;
  const begin = copying?.handleCopyInResponse;
  if (begin !== undefined) {
    hasCopied = true;
    copying!.handleCopyInResponse = (connection) => {
      if (where === 'copy' && !isStopped) stop();
      begin.call(copying, connection);
    };
  }
  const isMoment = where === 'commit' && args[0] === 'commit' && hasCopied && !isStopped;
  if (isMoment) stop();
  const answer = ask.apply(this, args as never);
  if (isMoment) {
    (answer as Promise<unknown>).then(
      () => process.send?.('committed'),
      () => process.send?.('refused'),
    );
  }
  return answer;
};

const daemon = await startProjections({
  store: await openPostgresEventStore({ url }),
  url,
  projections: [stock()],
  log: silent,
  listener: new Listener(url, `${LISTENER_NAME} ${randomUUID()}`),
});
let said = '';
setInterval(() => {
  const { state, position } = daemon.health()[0]!;
  if (isStopped && `${state} ${position}` !== said) process.send?.(`${state} ${position}`);
  said = `${state} ${position}`;
}, 20);
