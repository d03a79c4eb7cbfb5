/**
 * A produce request (version 3 and up) written into one piece of memory. kafkajs makes some thirty objects of each message, among
 * them big integers, and copies its bytes six times: four fifths of what sending an event cost. Byte for byte the same.
 */
import { createRequire } from 'node:module';
import { crc32c } from './crc32c.ts';

type Sent = {
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timestamp?: unknown;
};
export type Produced = {
  readonly acks: number;
  readonly timeout: number;
  readonly transactionalId?: string | null;
  /** In digits. Without one nothing is known again that is sent twice. */
  readonly producerId?: string;
  readonly producerEpoch?: number;
  readonly compression?: number;
  readonly topicData: readonly {
    readonly topic: string;
    readonly partitions: readonly {
      readonly partition: number;
      readonly firstSequence?: number;
      readonly messages: readonly Sent[];
    }[];
  }[];
};
/** As kafkajs takes it: whatever has `buf` and `buffer` can be written behind the head of a request. */
type Encoded = { readonly buf: Buffer; readonly buffer: Buffer };
type Request = {
  readonly apiKey: number;
  readonly apiVersion: number;
  readonly apiName: string;
  readonly expectResponse: () => boolean;
  readonly encode: () => Promise<Encoded>;
};

const VERSION = 3;
const RECORDS_VERSION = 2;
/** More than the head of a batch, of a topic and of the request have in fixed fields. */
const HEAD_BYTES = 128;
/** Of lengths and numbers in a record. */
const RECORD_BYTES = 32;
const HEADER_BYTES = 10;
/** UTF-8 of a unit of a text at most. */
const MOST_BYTES = 3;

const mostOf = ({ key, value, headers }: Sent): number => {
  let units = key.length + value.length;
  let fixed = RECORD_BYTES;
  for (const name in headers) {
    units += name.length + headers[name]!.length;
    fixed += HEADER_BYTES;
  }
  return units * MOST_BYTES + fixed;
};
/** What is not written to is never fetched, so too much costs nothing. */
const mostOfAll = (topicData: Produced['topicData']): number => {
  let bytes = HEAD_BYTES;
  for (const { topic, partitions } of topicData) {
    bytes += HEAD_BYTES + topic.length * MOST_BYTES;
    for (const { messages } of partitions) {
      bytes += HEAD_BYTES;
      for (const message of messages) bytes += mostOf(message);
    }
  }
  return bytes;
};

/** Bytes of a number that is not negative, with its sign in the last bit, seven bits a byte. */
const sizeOfNumber = (value: number): number => {
  let bytes = 1;
  for (let left = value * 2; left > 127; left = Math.floor(left / 128)) bytes += 1;
  return bytes;
};
const sizeOfText = (bytes: number): number => sizeOfNumber(bytes) + bytes;

class Writing {
  readonly bytes: Buffer;
  at = 0;
  constructor(most: number) {
    this.bytes = Buffer.allocUnsafeSlow(most);
  }
  int8(value: number): void {
    this.at = this.bytes.writeInt8(value, this.at);
  }
  int16(value: number): void {
    this.at = this.bytes.writeInt16BE(value, this.at);
  }
  int32(value: number): void {
    this.at = this.bytes.writeInt32BE(value, this.at);
  }
  int64(value: bigint): void {
    this.at = this.bytes.writeBigInt64BE(value, this.at);
  }
  text(value: string): void {
    const from = this.at;
    this.int16(0);
    this.at += this.bytes.write(value, this.at);
    this.bytes.writeInt16BE(this.at - from - 2, from);
  }
  number(value: number): void {
    let left = value * 2;
    for (; left > 127; left = Math.floor(left / 128)) this.bytes[this.at++] = (left & 127) | 128;
    this.bytes[this.at++] = left;
  }
  /** `length`: in bytes. */
  sized(value: string, length: number): void {
    this.number(length);
    this.at += this.bytes.write(value, this.at);
  }
}

const record = (to: Writing, { key, value, headers }: Sent, offset: number): void => {
  const [keyBytes, valueBytes] = [Buffer.byteLength(key), Buffer.byteLength(value)];
  const names = Object.keys(headers);
  // One byte of attributes, one of no time since the batch's.
  let size = 2 + sizeOfNumber(offset) + sizeOfText(keyBytes) + sizeOfText(valueBytes) + sizeOfNumber(names.length);
  for (const name of names) size += sizeOfText(Buffer.byteLength(name)) + sizeOfText(Buffer.byteLength(headers[name]!));
  to.number(size);
  to.int8(0);
  to.number(0);
  to.number(offset);
  to.sized(key, keyBytes);
  to.sized(value, valueBytes);
  to.number(names.length);
  for (const name of names) {
    const said = headers[name]!;
    to.sized(name, Buffer.byteLength(name));
    to.sized(said, Buffer.byteLength(said));
  }
};

type Batch = { readonly now: bigint; readonly producer: bigint; readonly epoch: number; readonly sequence: number };
/** Length, check sum and the rest of a batch of records. */
const records = (to: Writing, messages: readonly Sent[], { now, producer, epoch, sequence }: Batch): void => {
  const from = to.at;
  to.int32(0);
  to.int64(0n);
  to.int32(0);
  to.int32(0);
  to.int8(RECORDS_VERSION);
  to.int32(0);
  const summed = to.at;
  to.int16(0);
  to.int32(messages.length - 1);
  to.int64(now);
  to.int64(now);
  to.int64(producer);
  to.int16(epoch);
  to.int32(sequence);
  to.int32(messages.length);
  for (let n = 0; n < messages.length; n += 1) record(to, messages[n]!, n);
  to.bytes.writeUInt32BE(crc32c(to.bytes, summed, to.at), summed - 4);
  to.bytes.writeInt32BE(to.at - from - 4, from);
  to.bytes.writeInt32BE(to.at - from - 16, from + 12);
};

const produceRequest = ({
  acks,
  timeout,
  topicData,
  producerId = '-1',
  producerEpoch: epoch = 0,
}: Produced): Encoded => {
  const to = new Writing(mostOfAll(topicData));
  const batch = { now: BigInt(Date.now()), producer: BigInt(producerId), epoch };
  // No transaction.
  to.int16(-1);
  to.int16(acks);
  to.int32(timeout);
  to.int32(topicData.length);
  for (const { topic, partitions } of topicData) {
    to.text(topic);
    to.int32(partitions.length);
    for (const { partition, firstSequence: sequence = 0, messages } of partitions) {
      to.int32(partition);
      records(to, messages, { ...batch, sequence });
    }
  }
  return { buf: to.bytes, buffer: to.bytes.subarray(0, to.at) };
};

/** What the relay sends; of anything else in this process kafkajs makes what it always did. */
const isOurs = ({ key, value, headers, timestamp }: Partial<Sent>): boolean =>
  typeof key === 'string' && typeof value === 'string' && timestamp === undefined && headers !== undefined;
const areOurs = ({ compression = 0, transactionalId = null, topicData }: Produced): boolean =>
  compression === 0 &&
  transactionalId === null &&
  topicData.every(({ partitions }) => partitions.every(({ messages }) => messages.every(isOurs)));

type Make = (produced: Produced) => Request;
/** From here on kafkajs sends these, unless it has sent something before. Answers what it would have made itself. */
export const writeRequestsOurselves = (): Make => {
  const require = createRequire(import.meta.url);
  const place = require.resolve(`kafkajs/src/protocol/requests/produce/v${VERSION}/request.js`);
  const theirs = require(place) as Make & { readonly theirs?: Make };
  if (theirs.theirs !== undefined) return theirs.theirs;
  const ours: Make = (produced) =>
    areOurs(produced) ? { ...theirs(produced), encode: async () => produceRequest(produced) } : theirs(produced);
  require.cache[place]!.exports = Object.assign(ours, { theirs });
  return theirs;
};
