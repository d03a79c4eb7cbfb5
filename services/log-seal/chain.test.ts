/** Four kinds of damage and more, each named; a log that agrees says so. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Chain, MARK_BYTES, NOTHING, digestOf, fingerprintOf, marksHashOf, sealDigest, sealText } from './chain.ts';
import type { LoggedEvent, Seal, SealBody } from './chain.ts';
import { inWords, verifyLog, type Evidence } from './verify.ts';

const keyPair = () =>
  generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const keys = keyPair();
const eventAt = (position: number): LoggedEvent => ({
  position,
  stream: `goods-${position % 3}`,
  revision: Math.floor(position / 3),
  id: `00000000-0000-5000-8000-${String(position).padStart(12, '0')}`,
  type: 'goods.received',
  data: { weightMg: 3_215 + position, name: '足金999素圈戒指' },
  meta: { userId: 1, at: '2026-11-25T10:00:00+08:00' },
});
const LOG = Array.from({ length: 9 }, (_, position) => eventAt(position));
const signed = (body: SealBody, marks: Buffer): Seal => ({
  ...body,
  marks,
  signature: sign(null, Buffer.from(sealText(body)), keys.privateKey).toString('base64'),
});
/** Seals behind the third, the sixth and the eighth event. */
const seals = ((): Seal[] => {
  const made: Seal[] = [];
  const chain = new Chain();
  let count = 0;
  for (const end of [3, 6, 8]) {
    const digests = LOG.slice(count, end).map(digestOf);
    for (const digest of digests) chain.add(digest);
    const marks = Buffer.concat(digests.map((digest) => digest.subarray(0, MARK_BYTES)));
    const before = made.at(-1);
    const previous = before === undefined ? NOTHING : sealDigest(before);
    const body = { no: made.length + 1, at: '2026-11-25T11:00:00+08:00', position: end - 1, count: end };
    made.push(signed({ ...body, hash: chain.hash, marksHash: marksHashOf(marks), previous }, marks));
    count = end;
  }
  return made;
})();
async function* fed(events: readonly LoggedEvent[]): AsyncGenerator<LoggedEvent> {
  yield* events;
}
const judged = async (events: readonly LoggedEvent[], more: Partial<Evidence> = {}): Promise<string> =>
  inWords(await verifyLog({ seals, publicKey: keys.publicKey, events: fed(events), ...more }));
const changed = (at: number, part: Partial<LoggedEvent>): LoggedEvent[] =>
  LOG.map((event, index) => (index === at ? { ...event, ...part } : event));

test('a log as it was sealed agrees, and what came later is said to be unsealed', async () => {
  expect(await judged(LOG)).toBe('3 个封印、8 个事件全部相符，另有 1 个事件尚未封存');
  expect(await judged([], { seals: [] })).toBe('0 个封印、0 个事件全部相符');
  expect(await judged(LOG, { newest: 3 })).toContain('3 个封印');
});
test('a seal that is gone from the end is named, and so is the first of all', async () => {
  expect(await judged(LOG, { newest: 4 })).toBe('第 4 号封印不见了');
  expect(await judged(LOG, { seals: [], newest: 3 })).toBe('第 1 号封印不见了');
});
test('the order of keys and other positions are no difference: another store keeps the same log', async () => {
  const moved = LOG.map(({ data, ...event }) => ({
    ...event,
    position: event.position * 97,
    data: Object.fromEntries(Object.entries(data as object).toReversed()),
  }));
  expect(await judged(moved)).toContain('全部相符');
});

describe('the first event that differs is named', () => {
  test.each([
    [
      'a value changed',
      changed(4, { data: { weightMg: 9_999, name: '足金999素圈戒指' } }),
      '第 5 个事件（第 2 号封印之内）：位置 4（goods-1 第 1 版，goods.received）的内容被改动',
    ],
    [
      'who did it changed',
      changed(0, { meta: { userId: 2, at: '2026-11-25T10:00:00+08:00' } }),
      '第 1 个事件（第 1 号封印之内）：位置 0（goods-0 第 0 版，goods.received）的内容被改动',
    ],
    ['its type changed', changed(7, { type: 'goods.audited' }), '的内容被改动'],
    ['half a character', changed(2, { data: { name: '\uD83D' } }), '第 3 个事件'],
    [
      'one removed',
      LOG.toSpliced(4, 1),
      '第 5 个事件（第 2 号封印之内）：位置 5（goods-2 第 1 版，goods.received）之前的一个事件不见了',
    ],
    [
      'two swapped',
      [...LOG.slice(0, 3), eventAt(4), eventAt(3), ...LOG.slice(5)],
      '第 4 个事件（第 2 号封印之内）：位置 4（goods-1 第 1 版，goods.received）与它后面的事件对调了',
    ],
    [
      'one put in',
      LOG.toSpliced(1, 0, eventAt(100)),
      '第 2 个事件（第 1 号封印之内）：位置 100（goods-1 第 33 版，goods.received）是封存之后插入的',
    ],
    ['the end cut off', LOG.slice(0, 7), '第 8 个事件（第 3 号封印之内）：日志到此为止，其后的事件不见了'],
    [
      'the last of a seal removed',
      LOG.toSpliced(2, 1),
      '第 3 个事件（第 1 号封印之内）：位置 3（goods-0 第 1 版，goods.received）之前的一个事件不见了',
    ],
  ])('%s', async (_, events, said) => {
    expect(await judged(events)).toContain(said);
  });
});

describe('seals that differ are named', () => {
  const [first, second, third] = seals as [Seal, Seal, Seal];
  const known = [{ no: 3, digest: sealDigest(third) }];
  test('one removed, in the middle and at the end', async () => {
    expect(await judged(LOG, { seals: [first, third] })).toBe('第 2 号封印不见了');
    expect(await judged(LOG, { seals: [second, third] })).toBe('第 1 号封印不见了');
    expect(await judged(LOG, { seals: [first, second] })).toContain('全部相符');
    expect(await judged(LOG, { seals: [first, second], known })).toBe('第 3 号封印不见了');
  });
  test('one changed, or signed by somebody else', async () => {
    expect(await judged(LOG, { seals: [first, { ...second, count: 5 }, third] })).toBe('第 2 号封印的签名不符');
    const marks = Buffer.from(second.marks);
    marks[0] = (marks[0] ?? 0) ^ 1;
    expect(await judged(LOG, { seals: [first, { ...second, marks }, third] })).toBe('第 2 号封印的标记被改动');
    const other = keyPair().publicKey;
    expect(await judged(LOG, { publicKey: other })).toBe('第 1 号封印的签名不符');
    expect(await judged(LOG, { fingerprint: fingerprintOf(other) })).toBe('公钥与所给的指纹不符');
    expect(await judged(LOG, { fingerprint: fingerprintOf(keys.publicKey).toUpperCase() })).toContain('全部相符');
  });
  test('a chain made anew over a changed log is another than the one on paper', async () => {
    const body = { ...first, hash: NOTHING };
    const forged = signed(body, first.marks);
    expect(await judged(LOG, { seals: [forged], known: [{ no: 1, digest: sealDigest(first) }] })).toBe(
      '第 1 号封印与所给的不是同一个',
    );
    expect(await judged(LOG, { seals: [forged] })).toBe('第 3 个事件（第 1 号封印之内）：事件的摘要与封印不符');
  });
});
