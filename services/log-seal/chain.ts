/**
 * How a log becomes a chain of digests and its seals a chain of signed texts. Nothing here knows where either is kept, so a
 * stranger's copy of it reckons the same.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import canonicalize from 'canonicalize';

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

/** Before the first event, and before the first seal. */
export const NOTHING = '0'.repeat(64);
/** Of each event's digest as much is kept as names the one that differs. */
export const MARK_BYTES = 8;

/** An event as it lies in the log, in the shape it was written in. */
export type LoggedEvent = {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly meta: unknown;
};
/**
 * SHA-256 of the canonical JSON (RFC 8785) of what an event says and where in its stream; not of its position, which is
 * another in another store.
 */
export const digestOf = ({ stream, revision, id, type, data, meta }: LoggedEvent): Buffer => {
  try {
    return sha256(canonicalize([stream, revision, id, type, data, meta]) ?? '');
  } catch {
    // Half a character cannot have been appended: it is no event that a seal ever saw.
    return Buffer.alloc(sha256('').length);
  }
};

/** One digest over all events so far, in their order. */
export class Chain {
  #hash: Buffer;
  constructor(hash = NOTHING) {
    this.#hash = Buffer.from(hash, 'hex');
  }
  add(digest: Buffer): void {
    this.#hash = sha256(Buffer.concat([this.#hash, digest]));
  }
  get hash(): string {
    return this.#hash.toString('hex');
  }
}

/** What is signed. `count` events up to `position` come to `hash`; `previous` is the digest of the seal before. */
export type SealBody = {
  readonly no: number;
  /** ISO 8601 with offset. */
  readonly at: string;
  readonly position: number;
  readonly count: number;
  readonly hash: string;
  /** Digest of the marks of the events since the seal before. */
  readonly marksHash: string;
  readonly previous: string;
};
export type Seal = SealBody & { readonly marks: Buffer; readonly signature: string };

/** As it is signed, printed and read: a line a fact. */
export const sealText = ({ no, at, position, count, hash, marksHash, previous }: SealBody): string =>
  [
    '事件日志封印 1',
    `编号 ${no}`,
    `时间 ${at}`,
    `位置 ${position}`,
    `事件数 ${count}`,
    `摘要 ${hash}`,
    `标记 ${marksHash}`,
    `上一封印 ${previous}`,
    '',
  ].join('\n');
/** Of a seal: what the next one names, and an auditor compares with paper. */
export const sealDigest = (seal: SealBody): string => sha256(sealText(seal)).toString('hex');
export const marksHashOf = (marks: Buffer): string => sha256(marks).toString('hex');

/** Of a public key (SPKI in PEM), short enough to compare with paper. */
export const fingerprintOf = (publicKey: string): string =>
  sha256(createPublicKey(publicKey).export({ type: 'spki', format: 'der' })).toString('hex');
export const isSigned = (seal: Seal, publicKey: string): boolean =>
  verify(null, Buffer.from(sealText(seal)), publicKey, Buffer.from(seal.signature, 'base64'));
