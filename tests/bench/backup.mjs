/**
 * A back-up of a whole log out and in again, and what a till feels of it meanwhile. BENCH_EVENTS is the log's length. The
 * figures hold for 1,000,000; a shorter log has its share of the time.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { loadHistory } from './events.mjs';
import { tillOf, withHouse } from './house.mjs';
import { receiptOf } from './receipt.mjs';
import { atMost, atMostPeer, load, pg, quantile, seconds, withPostgres } from './support.mjs';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 1_000_000);
const SHARE = EVENTS / 1_000_000;
const CLIENTS = 4;
const ROUNDS = 3;
const here = (name) => path.join(import.meta.dirname, '../../house/commands', name);

const command = async (name, args, env) => {
  const child = spawn(process.execPath, [here(name), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
};

await withPostgres(async (url, folder) => {
  await loadHistory(url, EVENTS / 5);
  const file = (round) => path.join(folder, `${round}.ndjson.gz`);
  const dataDir = path.join(folder, 'house');
  const [outs, alone, beside] = [[], [], []];
  await withHouse(url, folder, async ({ call, base, token }) => {
    const shop = (await call('POST', '/base-shop', { body: { name: '罗湖店', status: '2', remark: '' } })).data;
    const receipt = receiptOf({ shopId: shop, supplierId: null, barcode: '' });
    const tills = await Promise.all(Array.from({ length: CLIENTS }, () => tillOf(base, token)));
    const saves = async (forSeconds) => {
      const { times } = await load({
        clients: CLIENTS,
        forSeconds,
        operation: (client) => tills[client].call('POST', '/biz-goods-in', receipt),
      });
      return quantile(times, 0.99);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const running = seconds(() => command('backup.ts', [file(round)], { DATABASE_URL: url, DATA_DIR: dataDir }));
      const p99 = await saves(Math.max(2, 15 * SHARE));
      outs.push(await running);
      beside.push(p99);
      alone.push(await saves(Math.max(2, 15 * SHARE)));
    }
  });
  const ins = [];
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  for (let round = 0; round < ROUNDS; round += 1) {
    await admin.query(`CREATE DATABASE restored_${round} TEMPLATE template0`);
    const target = Object.assign(new URL(url), { pathname: `/restored_${round}` }).href;
    const place = path.join(folder, `restored-${round}`);
    fs.mkdirSync(place);
    fs.cpSync(path.join(dataDir, 'secrets.key'), path.join(place, 'secrets.key'));
    const args = [file(round), '--keys', path.join(dataDir, 'backups/customer-keys')];
    ins.push(await seconds(() => command('restore.ts', args, { DATABASE_URL: target, DATA_DIR: place })));
  }
  await admin.end();
  atMost({
    figure: `back-up of ${EVENTS} events, written and read back`,
    values: outs,
    limit: 60 * SHARE + 5,
    unit: 's',
  });
  atMost({ figure: `restore of ${EVENTS} events`, values: ins, limit: 120 * SHARE + 5, unit: 's' });
  atMostPeer({ figure: 'p99 of a save beside a back-up', ours: beside, peer: alone, target: 1.5, unit: 'ms' });
});
