/** Reads and writes what Kafka's protocol is made of: big-endian numbers, texts and arrays with their length before them. */
import { crc32c } from './crc32c.ts';

export class Reader {
  at = 0;
  readonly #bytes: Buffer;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }
  get rest(): Buffer {
    return this.#bytes.subarray(this.at);
  }
  int8(): number {
    return this.#bytes.readInt8(this.#step(1));
  }
  int16(): number {
    return this.#bytes.readInt16BE(this.#step(2));
  }
  int32(): number {
    return this.#bytes.readInt32BE(this.#step(4));
  }
  int64(): number {
    return Number(this.#bytes.readBigInt64BE(this.#step(8)));
  }
  raw(length: number): Buffer {
    return this.#bytes.subarray(this.#step(length), this.at);
  }
  text(): string {
    return this.raw(Math.max(0, this.int16())).toString();
  }
  bytes(): Buffer {
    return this.raw(Math.max(0, this.int32()));
  }
  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: Math.max(0, this.int32()) }, read);
  }
  /** A number in seven bits a byte, its sign in the last one. */
  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes.readUInt8(this.#step(1));
      value += (byte & 127) * scale;
      if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  }
  varText(): string | null {
    const length = this.varint();
    return length < 0 ? null : this.raw(length).toString();
  }
  #step(length: number): number {
    this.at += length;
    return this.at - length;
  }
}

const numbered = (length: number, write: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.alloc(length);
  write(bytes);
  return bytes;
};
export const int8 = (value: number): Buffer => numbered(1, (bytes) => bytes.writeInt8(value));
export const int16 = (value: number): Buffer => numbered(2, (bytes) => bytes.writeInt16BE(value));
export const int32 = (value: number): Buffer => numbered(4, (bytes) => bytes.writeInt32BE(value));
export const int64 = (value: number): Buffer => numbered(8, (bytes) => bytes.writeBigInt64BE(BigInt(value)));
export const text = (value: string | null): Buffer =>
  value === null ? int16(-1) : Buffer.concat([int16(Buffer.byteLength(value)), Buffer.from(value)]);
export const sized = (bytes: Buffer): Buffer => Buffer.concat([int32(bytes.length), bytes]);
export const list = <Item>(items: readonly Item[], write: (item: Item) => Buffer): Buffer =>
  Buffer.concat([int32(items.length), ...items.map(write)]);
export const joined = (...parts: readonly Buffer[]): Buffer => Buffer.concat(parts);

export type Message = {
  readonly offset: number;
  readonly key: string | null;
  readonly value: string | null;
  readonly headers: Readonly<Record<string, string | null>>;
};
/** A batch of records as a producer sends it; its place in the log lies in the first eight bytes. */
export type RecordBatch = {
  readonly bytes: Buffer;
  readonly producerId: number;
  readonly firstSequence: number;
  readonly count: number;
};
const HEAD_BYTES = 61;
/** @throws {Error} of a batch that is not of version 2, or whose check sum differs. */
export const batchOf = (bytes: Buffer): RecordBatch => {
  if (bytes.readInt8(16) !== 2) throw new Error(`record batch of version ${bytes.readInt8(16)}`);
  if (crc32c(bytes.subarray(21)) !== bytes.readUInt32BE(17)) throw new Error('check sum of a record batch');
  return {
    bytes,
    producerId: Number(bytes.readBigInt64BE(43)),
    firstSequence: bytes.readInt32BE(53),
    count: bytes.readInt32BE(57),
  };
};
/** Its records as they lie in the log; of what is not compressed. */
export const messagesOf = ({ bytes, count }: RecordBatch): Message[] => {
  const base = Number(bytes.readBigInt64BE(0));
  const reader = new Reader(bytes.subarray(HEAD_BYTES));
  return Array.from({ length: count }, () => {
    reader.varint();
    reader.int8();
    reader.varint();
    const offset = base + reader.varint();
    const [key, value] = [reader.varText(), reader.varText()];
    const headers: Record<string, string | null> = {};
    for (let left = reader.varint(); left > 0; left -= 1) headers[reader.varText() ?? ''] = reader.varText();
    return { offset, key, value, headers };
  });
};
