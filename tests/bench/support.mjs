/** What the benches share: a durable cluster of their own, rounds taken in turn, one line of JSON per figure. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../services/platform/embedded-postgres/index.ts';

/** The driver of the product, not the one a peer brought. */
export const pg = createRequire(new URL('../../services/package.json', import.meta.url))('pg');

/** Connections of the plain driver; one that the server cuts at the end of a failed bench is no second error. */
export const connect = (url, count) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    }),
  );

/** A folder that goes away with `work`. */
export const inFolder = async (work) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-bench-'));
  try {
    return await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};

/** A cluster with the settings of production (fsync and synchronous_commit on) but for `settings`, gone afterwards. */
export const withPostgres = (work, settings = {}) =>
  inFolder(async (folder) => {
    const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data'), settings });
    try {
      return await work(server.url, folder);
    } finally {
      await server.stop();
    }
  });

export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Highest resident memory while `work` runs, in MB, added to `peaks`. */
export const withPeak = async (peaks, work) => {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    peaks.push(peak / 1_048_576);
  }
};

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
export const quantile = (values, share) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
};
export const seconds = async (work) => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};
export const rounded = (value) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

/**
 * Runs `contenders` (name → async () → number) in turn, `count` times; answers name → its figures.
 * The order turns round every time, so that neither always runs on the warmer machine.
 */
export const inTurns = async (contenders, count) => {
  const figures = new Map(contenders.map(([name]) => [name, []]));
  for (let round = 0; round < count; round += 1) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    for (const [name, run] of order) figures.get(name).push(await run());
  }
  return figures;
};

/** What took `clients` loops that ran `seconds` long: operations per second and the time of each in ms. */
export const load = async ({ clients, forSeconds, operation }) => {
  const times = [];
  const started = performance.now();
  const until = started + forSeconds * 1000;
  const loop = async (client) => {
    for (let n = 0; performance.now() < until; n += 1) {
      const from = performance.now();
      await operation(client, n);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  return { perSecond: (times.length / (performance.now() - started)) * 1000, times };
};

const spread = (values) => ({
  min: rounded(Math.min(...values)),
  median: rounded(median(values)),
  max: rounded(Math.max(...values)),
});
const print = (line) => console.log(JSON.stringify(line));

/** Ratios are of one round each: what slowed ours slowed the peer of that round too. */
const againstPeer = ({ figure, ours, peer, unit }, target, holds) => {
  const ratios = ours.map((value, round) => value / peer[round]);
  const ratio = median(ratios);
  print({
    figure,
    target,
    ratio: rounded(ratio),
    ok: holds(ratio),
    ours: spread(ours),
    peer: spread(peer),
    ratios: spread(ratios),
    unit,
  });
};
/** A figure that shall be at least `target` times the peer's, both measured in the same rounds. */
export const atLeast = ({ target, ...rest }) => againstPeer(rest, `≥ ${target}×`, (ratio) => ratio >= target);
/** A figure that shall be at most `target` times the peer's, both measured in the same rounds. */
export const atMostPeer = ({ target, ...rest }) => againstPeer(rest, `≤ ${target}×`, (ratio) => ratio <= target);
/** A figure that shall be at most `limit` (a number of `unit`, or a function of nothing that says why). */
export const atMost = ({ figure, values, limit, unit, because, reduce = median }) => {
  const value = reduce(values);
  print({
    figure,
    target: `≤ ${rounded(limit)} ${unit}${because === undefined ? '' : ` (${because})`}`,
    ratio: rounded(value / limit),
    ok: value <= limit,
    ours: spread(values),
    unit,
  });
};

/** The shops' day. */
export const TODAY = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

/** The session of somebody who may see everything. */
export const admin = {
  id: 1,
  username: 'admin',
  nickName: '管理员',
  deptId: null,
  roleIds: [1],
  roleKeys: ['admin'],
  permissions: new Set(['*:*:*']),
  lockShops: [],
  mustChangePassword: false,
};

/** Metadata as every command writes it; an event with it and a small receipt is about 400 bytes of JSON. */
export const META = {
  key: '0b7d4f0e-7f5a-4b0e-9a53-0d4b5b1f3a10',
  correlationId: '0b7d4f0e-7f5a-4b0e-9a53-0d4b5b1f3a10',
  causationId: 'req-1',
  userId: 7,
  userName: '王小明',
  shopId: 3,
  at: '2026-11-21T10:00:00+08:00',
  schema: 1,
};
export const eventOf400Bytes = (n) => ({
  id: randomUUID(),
  type: 'GoodsHeld',
  data: {
    barcode: `2026${String(n).padStart(8, '0')}`,
    key: `transfer-${n}/1/1`,
    shopId: 3,
    quantity: 1,
    holder: { kind: 'transfer', id: n, no: `DB${n}` },
    note: '柜台三号，客户预留，周末取',
  },
  meta: META,
});
