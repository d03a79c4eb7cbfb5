/**
 * A log moved from PostgreSQL to the double of EventStoreDB (a process of its own) and back, copied and compared event by event,
 * against what each store takes from a bare writer of the same events in the same rounds. BENCH_EVENTS (default 1,000,000);
 * BENCH_ONLY=switch leaves the copying out, BENCH_ONLY=copy the switch and the copy one by one. The double keeps its log in memory and
 * is no server: with EVENTSTORE_TEST_COMMAND (tests/support/real-esdb.ts) a real node takes its place.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient, NO_STREAM, jsonEvent } from '@eventstore/db-client';
import { openEventStoreDb } from '../../services/platform/event-store/eventstoredb/index.ts';
import { copyEvents } from '../../services/platform/event-store/postgres/bulk.ts';
import { openPostgresEventStore } from '../../services/platform/event-store/postgres/index.ts';
import { Comparison } from '../../services/platform/event-store/log-move/comparison.ts';
import { intoPostgres, intoStreams } from '../../services/platform/event-store/log-move/copying.ts';
import { startFakeEventStoreDb } from '../support/fake-esdb.ts';
import { startRealEventStoreDb } from '../support/real-esdb.ts';
import { SERVER_ENV } from '../../tools/prepare.mjs';
import { history, loadHistory } from './events.mjs';
import { tillOf, withHouse } from './house.mjs';
import { receiptOf } from './receipt.mjs';
import { atLeast, atMost, connect, inTurns, seconds, withPostgres } from './support.mjs';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 1_000_000);
const PIECES = Math.floor(EVENTS / 5);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const AT_ONCE = 64;
const ONLY = process.env['BENCH_ONLY'];
const nothing = () => undefined;
const appendsOf = (all) => {
  const heads = new Map();
  const appends = [];
  for (const {
    stream,
    event: { id, type, data, meta },
  } of all) {
    const head = heads.get(stream) ?? -1;
    heads.set(stream, head + 1);
    const last = appends.at(-1);
    const event = jsonEvent({ id, type, data, metadata: meta });
    if (last?.stream === stream) last.events.push(event);
    else appends.push({ stream, expected: head, events: [event] });
  }
  return appends;
};

if (process.send !== undefined) {
  const server = await startFakeEventStoreDb({ stride: 977 });
  process.send(server.url);
} else {
  const command = process.env['EVENTSTORE_TEST_COMMAND'];
  const NAME = command === undefined ? 'EventStoreDB (double)' : 'EventStoreDB';
  const startDouble = async () => {
    const child = fork(import.meta.filename);
    const [url] = await once(child, 'message');
    return { url, stop: () => child.kill() };
  };
  /** An empty log of its own. */
  const withServer = async (work) => {
    const server = await (command === undefined ? startDouble() : startRealEventStoreDb(command));
    try {
      return await work(server.url);
    } finally {
      await server.stop();
    }
  };
  const withTarget = async (work) => {
    const store = (url) => openEventStoreDb({ connectionString: url });
    return withServer(async (url) => {
      const target = store(url);
      try {
        return await work(target, url);
      } finally {
        await target.close();
      }
    });
  };
  const compared = async (source, target) => {
    const comparison = new Comparison({ source, target, onPairs: async () => undefined, onProgress: nothing });
    const { whole } = await comparison.run({ source: await source.head(), target: await target.head() });
    if (!whole || comparison.events !== PIECES * 5)
      throw new Error(`${comparison.events} of ${PIECES * 5} are the same`);
  };
  const stretch = async (store) => ({ after: -1, until: await store.head() });

  const copying = async (url) => {
    await loadHistory(url, PIECES);
    const source = await openPostgresEventStore({ url });
    const [admin] = await connect(url, 1);
    let databases = 0;
    const fresh = async () => {
      databases += 1;
      await admin.query(`create database target_${databases} template template0`);
      return Object.assign(new URL(url), { pathname: `/target_${databases}` }).href;
    };
    const out = (atOnce) => () =>
      withTarget(async (target) => {
        const took = await seconds(async () => intoStreams(target, atOnce)(source, await stretch(source), nothing));
        if (atOnce !== 1) await compared(source, target);
        return (PIECES * 5) / took;
      });
    /** The same appends in the same order, as many under way. */
    const bare = () =>
      withServer(async (address) => {
        const client = EventStoreDBClient.connectionString(address);
        const appends = appendsOf(history(PIECES));
        const under = [];
        const took = await seconds(async () => {
          for (const { stream, expected, events } of appends) {
            under.push(
              client.appendToStream(stream, events, { expectedRevision: expected < 0 ? NO_STREAM : BigInt(expected) }),
            );
            if (under.length >= AT_ONCE) await under.shift();
          }
          await Promise.all(under);
        });
        await client.dispose();
        return (PIECES * 5) / took;
      });
    const outwards = await inTurns(
      [['move', out(AT_ONCE)], ...(ONLY === 'copy' ? [] : [['one by one', out(1)]]), ['bare', bare]],
      ROUNDS,
    );
    const unit = 'events/s';
    const peer = outwards.get('bare');
    const figure = `${PIECES * 5} events from PostgreSQL to ${NAME}`;
    atLeast({ figure, ours: outwards.get('move'), peer, target: 0.5, unit });
    const oneByOne = outwards.get('one by one');
    if (oneByOne !== undefined) atLeast({ figure: `${figure}, one by one`, ours: oneByOne, peer, target: 0, unit });

    await withTarget(async (other) => {
      await intoStreams(other)(source, await stretch(source), nothing);
      const back = async () => {
        const target = await fresh();
        const took = await seconds(async () => intoPostgres(target)(other, await stretch(other), nothing));
        const store = await openPostgresEventStore({ url: target });
        await compared(other, store);
        await store.close();
        return (PIECES * 5) / took;
      };
      const reading = async () => {
        let count = 0;
        const took = await seconds(async () => {
          const until = await other.head();
          const done = new AbortController();
          for await (const fed of other.subscribe({ after: -1, signal: done.signal })) {
            count += fed.kind === 'event' ? 1 : 0;
            if (fed.kind === 'event' && fed.event.position >= until) break;
          }
          done.abort();
        });
        return count / took;
      };
      const loading = async () => {
        const target = await fresh();
        return (PIECES * 5) / (await seconds(() => copyEvents(target, history(PIECES))));
      };
      const comparing = async () => (PIECES * 5) / (await seconds(() => compared(source, other)));
      const backwards = await inTurns(
        [
          ['move', back],
          ['reading', reading],
          ['loading', loading],
          ['comparing', comparing],
        ],
        ROUNDS,
      );
      const slower = backwards.get('reading').map((one, round) => Math.min(one, backwards.get('loading')[round]));
      const title = `${PIECES * 5} events from ${NAME} to PostgreSQL`;
      atLeast({ figure: title, ours: backwards.get('move'), peer: slower, target: 0.5, unit });
      const check = 'compared event by event, against reading the slower store';
      atLeast({ figure: check, ours: backwards.get('comparing'), peer: backwards.get('reading'), target: 0.5, unit });
    });
    await admin.end();
    await source.close();
  };
  if (ONLY !== 'switch') await withPostgres(copying);
  const switching = async (url, folder) => {
    await loadHistory(url, PIECES);
    const [stops, closed, lists] = [[], [], []];
    await withServer((address) =>
      withHouse(url, folder, async ({ call, base, token }) => {
        const shop = (await call('POST', '/base-shop', { body: { name: '罗湖店', status: '2', remark: '' } })).data;
        const receipt = receiptOf({ shopId: shop, supplierId: null, barcode: '' });
        const till = await tillOf(base, token);
        while ((await call('GET', '/sys-read-model')).data.some(({ state }) => state !== 'live')) await pause(50);
        let savedAt = 0;
        let lastId = 0;
        const saving = (async () => {
          for (;;) {
            lastId = (await till.call('POST', '/biz-goods-in', receipt)).data;
            savedAt = performance.now();
          }
        })().catch((refused) => refused);
        const args = ['house/commands/move-log.ts', '--from', 'postgres', '--to', address, '--follow'];
        const env = { ...process.env, ...SERVER_ENV, DATABASE_URL: url, DATA_DIR: path.join(folder, 'house') };
        const command = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
        let said = '';
        command.stdout.setEncoding('utf8').on('data', (piece) => (said += piece));
        const says = async (words) => {
          while (!said.includes(words) && command.exitCode === null) await pause(20);
          if (!said.includes(words)) throw new Error(said);
        };
        await says('个读模型已在目标上建好');
        const { promise: waits, resolve: itWaits } = Promise.withResolvers();
        const next = withHouse(
          url,
          folder,
          async (there) => {
            const newId = (await there.call('POST', '/biz-goods-in', { body: receipt })).data;
            closed.push((performance.now() - savedAt) / 1000);
            // A count ends at ten thousand: the newest two are what was saved here and, before it, there.
            const ids = (await there.call('GET', '/biz-goods-in?pageSize=2')).data.list.map(({ id }) => id);
            if (ids.join() !== [newId, lastId].join())
              throw new Error(`the list begins with ${ids.join()}, not ${newId}, ${lastId}`);
            lists.push((performance.now() - savedAt) / 1000);
          },
          {
            env: { EVENT_STORE_URL: address, LOG_LEVEL: 'warn' },
            heard: (words) => words.includes('等待切换') && itWaits(),
          },
        );
        next.catch(() => undefined);
        await waits;
        command.kill('SIGUSR2');
        const [code] = await once(command, 'close');
        await saving;
        if (code !== 0) throw new Error(said);
        stops.push(Number(/写入停了 ([\d.]+) 秒/.exec(said)?.[1]));
        await next;
      }),
    );
    const unit = 's';
    const during = `${PIECES * 5} events, a till saves, the next house waits`;
    atMost({ figure: `a switch: the fence holds; ${during}`, values: stops, limit: 5, unit });
    atMost({ figure: `a switch: nobody can save; ${during}`, values: closed, limit: 5, unit });
    atMost({ figure: `a switch: until the list is whole; ${during}`, values: lists, limit: 8, unit });
  };
  if (ONLY !== 'copy') await withPostgres(switching);
}
