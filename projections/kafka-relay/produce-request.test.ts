/** What is written here is what kafkajs would have written, byte for byte, and a key falls where it always fell. */
import { createRequire } from 'node:module';
import { Partitioners } from 'kafkajs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { partitionOf } from './partition.ts';
import { writeRequestsOurselves, type Produced } from './produce-request.ts';

const require = createRequire(import.meta.url);
const theirs = writeRequestsOurselves();
const ofVersion = (version: number) =>
  require(`kafkajs/src/protocol/requests/produce/v${version}/request.js`) as typeof theirs;

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-27T10:00:00+08:00'), toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

/** The same texts in each run, of every length that a number of one, two and three bytes says. */
const LENGTHS = [0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 8_191, 8_192, 70_000];
const KINDS = ['a', '金', 'é', '💎', '"\\'];
const texts = KINDS.flatMap((kind) => LENGTHS.map((length) => kind.repeat(length)));
const messageOf = (value: string, n: number) => ({
  key: `goods-${n}${value.slice(0, 20).toWellFormed()}`,
  value,
  headers: { eventId: `e-${n}`, type: '金料', position: String(n * 1_000) },
});
const messages = texts.map(messageOf);
const producedOf = (more: Partial<Produced>): Produced => ({
  acks: -1,
  timeout: 6_000,
  producerId: String(2 ** 40 + 7),
  producerEpoch: 3,
  topicData: [{ topic: 'jewel.goods', partitions: [{ partition: 2, firstSequence: 77, messages }] }],
  ...more,
});
/** More records than a byte counts. */
const MANY = Array.from({ length: 9_000 }, (_, n) => messageOf('x', n));
const CASES: [string, Produced][] = [
  ['texts of all lengths', producedOf({})],
  [
    'one message',
    producedOf({ topicData: [{ topic: '金', partitions: [{ partition: 0, messages: [messages[3]!] }] }] }),
  ],
  ['many messages', producedOf({ topicData: [{ topic: 't', partitions: [{ partition: 0, messages: MANY }] }] })],
  [
    'topics and partitions',
    producedOf({
      topicData: ['t', 'u'].map((topic) => ({
        topic,
        partitions: [0, 1, 2].map((partition) => ({ partition, firstSequence: partition * 1_000_000, messages })),
      })),
    }),
  ],
  [
    'without headers',
    producedOf({
      topicData: [{ topic: 't', partitions: [{ partition: 0, messages: [{ key: '', value: '{}', headers: {} }] }] }],
    }),
  ],
  ['of nobody', { acks: 1, timeout: 1, topicData: producedOf({}).topicData }],
  ['a transaction, which is theirs', producedOf({ transactionalId: 'one' })],
];
test.each(CASES)('%s: every byte as kafkajs writes it, from version 3 up', async (_, produced) => {
  const wanted = (await theirs(produced).encode()).buffer;
  for (const version of [3, 4, 5, 6, 7]) {
    const request = ofVersion(version)(produced);
    expect(request).toMatchObject({ apiName: 'Produce', apiVersion: version });
    const { buffer } = await request.encode();
    expect(Buffer.compare(buffer, wanted)).toBe(0);
  }
});
test('it is not theirs that is sent', async () => {
  const { buf } = await ofVersion(7)(producedOf({})).encode();
  expect(Math.log2(buf.length) % 1).not.toBe(0);
});

test('a key falls into the partition where kafkajs and Java put it', () => {
  const choose = Partitioners.DefaultPartitioner();
  // Its numbers grow with the key: of a long one it takes a minute.
  const short = texts.filter(({ length }) => length < 70);
  const keys = [...short, ...short.flatMap((_, n) => [`sale-${n}`, `goods-2026${n * 7_919}`])];
  for (const count of [1, 3, 12, 100]) {
    const partitionMetadata = Array.from({ length: count }, (_, partitionId) => ({
      partitionId,
      leader: 0,
      partitionErrorCode: 0,
      replicas: [],
      isr: [],
    }));
    for (const key of keys)
      expect(partitionOf(key, count)).toBe(choose({ topic: 't', partitionMetadata, message: { key, value: '' } }));
  }
});
