/** Reckons a log anew and compares it with its seals; names the first thing that differs. */
import {
  Chain,
  MARK_BYTES,
  NOTHING,
  digestOf,
  fingerprintOf,
  isSigned,
  marksHashOf,
  sealDigest,
  type LoggedEvent,
  type Seal,
} from './chain.ts';

/** A seal as somebody holds it on paper, or as it was written down elsewhere. */
export type KnownSeal = { readonly no: number; readonly digest: string };
/** `nth`: which event of the log, from 1; null where a seal itself differs. */
export type Damage = { readonly seal: number; readonly nth: number | null; readonly what: string };
export type Verdict = {
  readonly seals: number;
  /** Events under a seal that agree, and events behind the last seal. */
  readonly agreed: number;
  readonly unsealed: number;
  readonly damage: Damage | null;
};
export type Evidence = {
  readonly seals: readonly Seal[];
  readonly publicKey: string;
  readonly events: AsyncIterable<LoggedEvent>;
  /** Number of the newest seal that was made, as far as that is known. */
  readonly newest?: number;
  readonly known?: readonly KnownSeal[];
  /** Of the key, as it was printed. */
  readonly fingerprint?: string | undefined;
  readonly onProgress?: (done: number) => void;
};

const ofSeal = (seal: number, what: string): Damage => ({ seal, nth: null, what });
const wrongWithSeal = (seal: Seal, index: number, before: Seal | undefined, publicKey: string): string | null => {
  if (seal.no !== index + 1) return `第 ${index + 1} 号封印不见了`;
  if (seal.previous !== (before === undefined ? NOTHING : sealDigest(before)))
    return `第 ${seal.no} 号封印所接的不是现有的第 ${seal.no - 1} 号封印`;
  if (!isSigned(seal, publicKey)) return `第 ${seal.no} 号封印的签名不符`;
  const marks = (seal.count - (before?.count ?? 0)) * MARK_BYTES;
  if (seal.marks.length !== marks || marksHashOf(seal.marks) !== seal.marksHash)
    return `第 ${seal.no} 号封印的标记被改动`;
  return null;
};
/** What is known of seals elsewhere: on paper, and of the newest by its number. */
const missedSeal = ({ seals, newest = 0, known = [] }: Evidence): Damage | null => {
  const gone = (no: number): Damage => ofSeal(no, `第 ${no} 号封印不见了`);
  if (newest > seals.length) return gone(seals.length + 1);
  const digests = new Map(seals.map((seal) => [seal.no, sealDigest(seal)]));
  for (const { no, digest } of known) {
    const found = digests.get(no);
    if (found === undefined) return gone(no);
    if (found !== digest.toLowerCase()) return ofSeal(no, `第 ${no} 号封印与所给的不是同一个`);
  }
  return null;
};
/** The seals among themselves, and against what is known of them elsewhere. */
const damagedSeal = (evidence: Evidence): Damage | null => {
  const { seals, publicKey, fingerprint } = evidence;
  if (fingerprint !== undefined && fingerprintOf(publicKey) !== fingerprint.toLowerCase())
    return ofSeal(0, '公钥与所给的指纹不符');
  for (const [index, seal] of seals.entries()) {
    const what = wrongWithSeal(seal, index, seals[index - 1], publicKey);
    if (what !== null) return ofSeal(index + 1, what);
  }
  return missedSeal(evidence);
};

type Read = { readonly event: LoggedEvent; readonly digest: Buffer; readonly mark: string };
/** Events one after the other, with a look at the next. */
class Reader {
  readonly #events: AsyncIterator<LoggedEvent>;
  readonly #ahead: (Read | null)[] = [];
  constructor(events: AsyncIterable<LoggedEvent>) {
    this.#events = events[Symbol.asyncIterator]();
  }
  /** null behind the last. */
  async peek(index = 0): Promise<Read | null> {
    while (this.#ahead.length <= index) {
      const { done, value } = await this.#events.next();
      if (done === true) this.#ahead.push(null);
      else {
        const digest = digestOf(value);
        this.#ahead.push({ event: value, digest, mark: digest.toString('hex', 0, MARK_BYTES) });
      }
    }
    return this.#ahead[index] ?? null;
  }
  async take(): Promise<Read | null> {
    const next = await this.peek();
    if (next !== null) this.#ahead.shift();
    return next;
  }
  async close(): Promise<void> {
    await this.#events.return?.();
  }
}

const markAt = (marks: Buffer, index: number): string =>
  marks.toString('hex', index * MARK_BYTES, (index + 1) * MARK_BYTES);
const named = ({ event }: Read): string =>
  `位置 ${event.position}（${event.stream} 第 ${event.revision} 版，${event.type}）`;
/** What became of the event that was to come with `mark`, before one with `after`. */
const fate = async (reader: Reader, mark: string, after: string): Promise<string> => {
  const [now, next] = [await reader.peek(0), await reader.peek(1)];
  if (now === null) return '日志到此为止，其后的事件不见了';
  if (after !== '' && now.mark === after)
    return next?.mark === mark ? `${named(now)}与它后面的事件对调了` : `${named(now)}之前的一个事件不见了`;
  return next?.mark === mark ? `${named(now)}是封存之后插入的` : `${named(now)}的内容被改动`;
};

const STEP = 10_000;
type Walk = {
  readonly reader: Reader;
  readonly chain: Chain;
  readonly onProgress: (done: number) => void;
  /** The first mark of the next seal, '' behind the last. */
  readonly nextMark: string;
};
/** The events of one seal; null when they agree. `first`: how many come before. */
const damagedEvents = async (seal: Seal, first: number, walk: Walk): Promise<Damage | null> => {
  const { reader, chain, onProgress, nextMark } = walk;
  const length = seal.count - first;
  for (let index = 0; index < length; index += 1) {
    const expected = markAt(seal.marks, index);
    const read = await reader.peek();
    if (read?.mark !== expected)
      return {
        seal: seal.no,
        nth: first + index + 1,
        what: await fate(reader, expected, index + 1 < length ? markAt(seal.marks, index + 1) : nextMark),
      };
    await reader.take();
    chain.add(read.digest);
    if ((first + index) % STEP === 0) onProgress(first + index);
  }
  return chain.hash === seal.hash ? null : { seal: seal.no, nth: seal.count, what: '事件的摘要与封印不符' };
};

/** Reads every event once, in the order of the log; memory does not grow with it. */
export const verifyLog = async (evidence: Evidence): Promise<Verdict> => {
  const { seals, onProgress = () => undefined } = evidence;
  const spoilt = damagedSeal(evidence);
  if (spoilt !== null) return { seals: seals.length, agreed: 0, unsealed: 0, damage: spoilt };
  const [reader, chain] = [new Reader(evidence.events), new Chain()];
  try {
    let agreed = 0;
    for (const [index, seal] of seals.entries()) {
      const next = seals[index + 1];
      const nextMark = next === undefined ? '' : markAt(next.marks, 0);
      const damage = await damagedEvents(seal, agreed, { reader, chain, onProgress, nextMark });
      if (damage !== null) return { seals: seals.length, agreed: (damage.nth ?? 1) - 1, unsealed: 0, damage };
      agreed = seal.count;
    }
    let unsealed = 0;
    while ((await reader.take()) !== null) unsealed += 1;
    return { seals: seals.length, agreed, unsealed, damage: null };
  } finally {
    await reader.close();
  }
};

/** In one sentence, for whoever asked. */
export const inWords = ({ seals, agreed, unsealed, damage }: Verdict): string => {
  if (damage !== null) {
    const where = damage.nth === null ? '' : `第 ${damage.nth} 个事件（第 ${damage.seal} 号封印之内）：`;
    return `${where}${damage.what}`;
  }
  const rest = unsealed === 0 ? '' : `，另有 ${unsealed} 个事件尚未封存`;
  return `${seals} 个封印、${agreed} 个事件全部相符${rest}`;
};
