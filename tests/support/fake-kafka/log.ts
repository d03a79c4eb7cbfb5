/** Topics with their partitions, who leads each, and what a producer has sent of late. */
import { batchOf, messagesOf, type Message, type RecordBatch } from './wire.ts';

export const NONE = 0;
export const UNKNOWN_TOPIC = 3;
export const NOT_LEADER = 6;
export const OUT_OF_ORDER = 45;
/** So many batches of a producer are known again in a partition. */
const REMEMBERED = 5;

type Sent = { readonly firstSequence: number; readonly next: number; readonly offset: number };
type Partition = {
  leader: number;
  /** A node that leads a new partition says so many times that it knows nothing of it: it hears of it later than others tell. */
  unaware: number;
  end: number;
  readonly batches: RecordBatch[];
  readonly sent: Map<number, readonly Sent[]>;
};
export type Written = { readonly code: number; readonly offset: number };

export class Log {
  readonly #topics = new Map<string, readonly Partition[]>();
  readonly #partitions: number;
  readonly #nodes: number;
  readonly #keeps: boolean;
  #nextProducer = 1_000;
  /** Records that were written; those known again are not. */
  written = 0;
  /** Of the first partition of topics that are made from now on. */
  unaware = 0;

  constructor({ partitions, nodes, keeps }: { partitions: number; nodes: number; keeps: boolean }) {
    this.#partitions = partitions;
    this.#nodes = nodes;
    this.#keeps = keeps;
  }

  get names(): string[] {
    return [...this.#topics.keys()];
  }

  newProducer(): number {
    return (this.#nextProducer += 1);
  }

  create(topic: string): readonly Partition[] {
    const known = this.#topics.get(topic);
    if (known !== undefined) return known;
    const made = Array.from({ length: this.#partitions }, (_, n): Partition => ({
      leader: (this.#topics.size + n) % this.#nodes,
      unaware: n === 0 ? this.unaware : 0,
      end: 0,
      batches: [],
      sent: new Map(),
    }));
    this.#topics.set(topic, made);
    return made;
  }

  at(topic: string, partition: number): Partition | undefined {
    return this.#topics.get(topic)?.[partition];
  }

  /** Every partition is led by the next node. */
  moveLeaders(): void {
    for (const partitions of this.#topics.values())
      for (const one of partitions) one.leader = (one.leader + 1) % this.#nodes;
  }

  /** Every partition is led by that node. */
  leadBy(node: number): void {
    for (const partitions of this.#topics.values()) for (const one of partitions) one.leader = node;
  }

  /** Its messages are gone, and so is what is known of who sent them. */
  forget(topic: string): void {
    this.#topics.delete(topic);
  }

  append(node: number, { topic, partition, records }: { topic: string; partition: number; records: Buffer }): Written {
    const to = this.at(topic, partition);
    if (to === undefined) return { code: UNKNOWN_TOPIC, offset: -1 };
    if (to.leader !== node) return { code: NOT_LEADER, offset: -1 };
    if (to.unaware > 0) {
      to.unaware -= 1;
      return { code: UNKNOWN_TOPIC, offset: -1 };
    }
    const batch = batchOf(Buffer.from(records));
    const known = to.sent.get(batch.producerId) ?? [];
    const again = known.find(
      ({ firstSequence, next }) => firstSequence === batch.firstSequence && next - firstSequence === batch.count,
    );
    if (again !== undefined) return { code: NONE, offset: again.offset };
    if (batch.producerId >= 0 && batch.firstSequence !== (known.at(-1)?.next ?? 0))
      return { code: OUT_OF_ORDER, offset: -1 };
    return { code: NONE, offset: this.#keep(to, batch, known) };
  }

  #keep(to: Partition, batch: RecordBatch, known: readonly Sent[]): number {
    const { producerId, firstSequence, count } = batch;
    const offset = to.end;
    batch.bytes.writeBigInt64BE(BigInt(offset), 0);
    if (this.#keeps) to.batches.push(batch);
    to.end += count;
    this.written += count;
    const sent = { firstSequence, next: firstSequence + count, offset };
    if (producerId >= 0) to.sent.set(producerId, [...known, sent].slice(-REMEMBERED));
    return offset;
  }

  /** Batches from the one on that holds `offset`. */
  read(topic: string, partition: number, offset: number): { end: number; records: Buffer } {
    const { batches = [], end = 0 } = this.at(topic, partition) ?? {};
    const wanted = batches.filter(({ bytes, count }) => Number(bytes.readBigInt64BE(0)) + count > offset);
    return { end, records: Buffer.concat(wanted.map(({ bytes }) => bytes)) };
  }

  messages(topic: string): Message[] {
    return (this.#topics.get(topic) ?? []).flatMap(({ batches }) => batches.flatMap(messagesOf));
  }
}
