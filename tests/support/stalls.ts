/**
 * With `TEST_STALLS=<per mille>` what comes in at any socket of this process is handed on late now and then, in its order: by some
 * milliseconds, seldom by a second, as on a machine that others use too. What holds only on a quick machine fails then.
 */
import net from 'node:net';
import { setTimeout as later } from 'node:timers/promises';

const SHORT_MS = 40;
const LONG_MS = 1_200;
/** Of so many stalls one is long. */
const LONG_OF = 60;

const perMille = Number(process.env['TEST_STALLS'] ?? 0);
const STALLING = Symbol.for('jewel.stalling');
type Pushing = { readonly push: (chunk: unknown, encoding?: BufferEncoding) => boolean };
type Patched = { push: Pushing['push']; [STALLING]?: true };

const stallMs = (): number => {
  if (Math.random() * 1_000 >= perMille) return 0;
  return Math.random() * (Math.random() * LONG_OF < 1 ? LONG_MS : SHORT_MS);
};

const stall = (sockets: Patched): void => {
  const push = sockets.push;
  const queues = new WeakMap<object, Promise<void>>();
  sockets[STALLING] = true;
  sockets.push = function pushLate(this: Pushing, chunk, encoding) {
    const ms = stallMs();
    const before = queues.get(this);
    if (ms === 0 && before === undefined) return push.call(this, chunk, encoding);
    const handed = (before ?? Promise.resolve())
      .then(() => later(ms))
      .then(() => {
        push.call(this, chunk, encoding);
        if (queues.get(this) === handed) queues.delete(this);
      });
    queues.set(this, handed);
    return true;
  };
};

const sockets = net.Socket.prototype as unknown as Patched;
if (perMille > 0 && sockets[STALLING] !== true) stall(sockets);
