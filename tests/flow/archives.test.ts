/**
 * What the release 0.1 stored is taken by this one: an archive with every shape of an event that was ever written, made of the golden
 * files, is restored and read in the shapes of today; one of a whole day is restored, and its read models are what they were.
 * Both were made once, at the baseline of 0.2; a later release restores them and those of its own.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { restore, type RestoreReport } from '../../services/backup/restore.ts';
import { EVENT_SCHEMAS } from '../../house/log/event-schemas.ts';
import { openRawStore, openStore } from '../../house/log/open-store.ts';
import { NO_KEYS } from '../../services/platform/secrets/customer-keys.ts';
import type { EventStore, Recorded } from '../../services/platform/event-store/port.ts';
import { goldensIn } from '../../services/platform/testing/goldens.ts';
import { prepareMasterAs } from '../../house/start/prepare-master.ts';
import { startApp, type App } from '../support/app.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { expectSound } from '../support/self-audit.ts';
import { totalsOf } from './archives/totals.ts';

const KEPT = path.join(import.meta.dirname, 'archives');
const REPO = path.join(import.meta.dirname, '../..');
const databases: TestDatabase[] = [];
let folder = '';
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'archives-'));
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

type Restored = RestoreReport & { readonly url: string };
const restored = async (name: string): Promise<Restored> => {
  const database = await testDatabase();
  databases.push(database);
  const { url } = database;
  const report = await restore({
    url,
    files: [path.join(KEPT, name)],
    opener: {},
    // Whose keys are not kept comes back as erased; figures are the same.
    keys: NO_KEYS,
    folder,
    at: null,
    prepare: (ids) => prepareMasterAs(url, ids),
    say: () => undefined,
  });
  return { ...report, url };
};
const eventsOf = async (store: EventStore): Promise<readonly Recorded[]> => {
  const events: Recorded[] = [];
  const { signal } = new AbortController();
  for await (const batch of store.history?.({ order: 'log', after: -1, until: await store.head(), signal }) ?? [])
    events.push(...batch);
  return events;
};
const Line = z.object({ event: z.object({ type: z.string(), stream: z.string(), data: z.unknown() }) });
/** The events in an archive, as they lie there. */
const archived = (name: string) =>
  gunzipSync(fs.readFileSync(path.join(KEPT, name)))
    .toString()
    .split('\n')
    .flatMap((line) => (line.startsWith('{"event":') ? [Line.parse(JSON.parse(line)).event] : []));

test('every shape that was ever stored is restored, and read in the shape of today', async () => {
  const { url, events } = await restored('shapes.ndjson.gz');
  const kept = archived('shapes.ndjson.gz');
  expect(events).toBe(kept.length);
  const raw = await openRawStore({ eventStoreUrl: undefined }, url);
  try {
    const stored = await eventsOf(raw);
    expect(stored.map(({ type, stream, data }) => ({ type, stream, data }))).toEqual(kept);
  } finally {
    await raw.close();
  }
  const store = await openStore({ eventStoreUrl: undefined }, url);
  try {
    const goldens = new Map(
      fs
        .globSync('services/*/golden/', { cwd: REPO })
        .flatMap((at) => goldensIn(new URL(`file://${REPO}/${at}/`)))
        .map(({ name, today }) => [name, today]),
    );
    const today = await eventsOf(store);
    expect(today).toHaveLength(kept.length);
    for (const { type, stream, data, meta } of today) {
      expect(EVENT_SCHEMAS.get(type)?.safeParse({ type, data }).success, `${stream} ${type}`).toBe(true);
      expect({ type, data, schema: meta.schema }).toEqual(goldens.get(stream.replace(/^kept-/, '')));
    }
    const types = new Set(today.map(({ type }) => type));
    expect(types.size / EVENT_SCHEMAS.size).toBeGreaterThan(0.95);
  } finally {
    await store.close();
  }
});

test('a whole day is restored, and every read model says what it said', { timeout: 240_000 }, async () => {
  const { url, events } = await restored('day.ndjson.gz');
  expect(events).toBeGreaterThan(600);
  let app: App | undefined;
  try {
    app = await startApp({ env: { DATABASE_URL: url }, clock: () => new Date('2026-03-02T20:00:00+08:00') });
    await app.house.caughtUp();
    expect(app.house.health().flatMap(({ parked }) => parked)).toEqual([]);
    await expectSound(app.house);
    const kept = JSON.parse(fs.readFileSync(path.join(KEPT, 'day-totals.json'), 'utf8')) as object;
    expect(await totalsOf(app)).toEqual(kept);
  } finally {
    await app?.stop();
  }
});
