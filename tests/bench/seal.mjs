/**
 * What sealing takes from appending: rounds of 32 writers alone, and rounds beside which everything they appended is
 * sealed, as the hourly job does it: in slices, longer than a round. Pairs of one round each, in turns. What sealing an event takes of
 * this process goes to stderr.
 */
import { randomUUID } from 'node:crypto';
import { openPool } from 'services/platform/base/database';
import { openPostgresEventStore } from '../../services/platform/event-store/postgres/index.ts';
import { logPlaceMigration } from '../../services/platform/event-store/log-move/log-place.ts';
import { migrate } from 'services/platform/base/migrate';
import { openSecrets } from '../../services/platform/secrets/secrets.ts';
import { MARK_BYTES } from '../../services/log-seal/chain.ts';
import { sealLog } from '../../services/log-seal/seals.ts';
import { sealMigration } from '../../services/log-seal/tables.ts';
import { atOnce, unhurried } from '../../services/log-seal/background-pace.ts';
import { atLeast, eventOf400Bytes, inTurns, load, withPostgres } from './support.mjs';

const WRITERS = 32;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 6);
const SECONDS = 3;
/** A shop chain's hour: so many events lie behind each seal. */
const HOUR = Number(process.env['BENCH_HOUR'] ?? 3_600);

await withPostgres(async (url, folder) => {
  const store = await openPostgresEventStore({ url });
  await migrate(url, [sealMigration, logPlaceMigration]);
  const master = await openPool(url, { applicationName: 'bench', size: 2 });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deps = { master, written: store, secrets: openSecrets(folder), clock: () => new Date(), log };
  const never = new AbortController().signal;
  const append = async () => {
    const salt = randomUUID();
    const { perSecond } = await load({
      clients: WRITERS,
      forSeconds: SECONDS,
      operation: (client, n) => store.append(`goods-${client}-${n}-${salt}`, 'none', [eventOf400Bytes(n)]),
    });
    return perSecond;
  };
  /** Nothing is left to seal before a round but one hour of a busy chain, which is sealed in it. */
  const settled = async () => {
    const before = process.cpuUsage();
    const made = await sealLog(deps, never, atOnce);
    const { user, system } = process.cpuUsage(before);
    const sealed = made.reduce((sum, { marks }) => sum + marks.length / MARK_BYTES, 0);
    if (sealed > HOUR) console.error(`sealing: ${((user + system) / sealed).toFixed(1)} µs of processor an event`);
    for (let n = 0; n < HOUR; n += 200)
      await store.append(
        `hour-${randomUUID()}`,
        'none',
        Array.from({ length: 200 }, (_, i) => eventOf400Bytes(n + i)),
      );
  };
  const alone = async () => {
    await settled();
    return append();
  };
  const sealing = async () => {
    await settled();
    const [perSecond] = await Promise.all([append(), sealLog(deps, never, unhurried(never))]);
    return perSecond;
  };
  await append();
  const figures = await inTurns(
    [
      ['alone', alone],
      ['sealing', sealing],
    ],
    ROUNDS,
  );
  atLeast({
    figure: `appends while an hour of ${HOUR} events is sealed : appends alone`,
    ours: figures.get('sealing'),
    peer: figures.get('alone'),
    target: 0.97,
    unit: 'events/s',
  });
  await Promise.all([store.close(), master.end()]);
});
