/** The relay's promises on the stand-in, from both logs; with KAFKA_TEST_BROKERS (host:port, …) on a real cluster too. */
import { openPostgresEventStore } from '../../../services/platform/event-store/postgres/index.ts';
import { openEventStoreDb } from '../../../services/platform/event-store/eventstoredb/index.ts';
import { afterAll, beforeAll, describe } from 'vitest';
import { startFakeEventStoreDb, type FakeEventStoreDb } from '../../support/fake-esdb.ts';
import { startFakeKafka, type FakeKafka } from '../../support/fake-kafka.ts';
import { relayContract } from './contract.ts';

let kafka: FakeKafka;
beforeAll(async () => {
  kafka = await startFakeKafka();
});
afterAll(() => kafka.stop());

const ofPostgres = (url: string) => openPostgresEventStore({ url });
const started: FakeEventStoreDb[] = [];
const ofEventStoreDb = async () => {
  const server = await startFakeEventStoreDb();
  started.push(server);
  return openEventStoreDb({ connectionString: server.url });
};
afterAll(() => Promise.all(started.map((server) => server.stop())));

describe('from Postgres', () => relayContract({ brokers: () => kafka.brokers, openStore: ofPostgres }));
describe('from EventStoreDB', () => relayContract({ brokers: () => kafka.brokers, openStore: ofEventStoreDb }));

const real = process.env['KAFKA_TEST_BROKERS'] ?? '';
describe.skipIf(real === '')('on a real cluster', () =>
  relayContract({ brokers: () => real.split(','), openStore: ofPostgres, mayRepeat: true }),
);
