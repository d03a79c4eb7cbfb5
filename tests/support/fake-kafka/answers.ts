/** What a node answers to each request, in the oldest version of it that kafkajs speaks and needs. */
import type { Groups } from './groups.ts';
import { NONE, type Log } from './log.ts';
import { int16, int32, int64, int8, joined, list, sized, text, type Reader } from './wire.ts';

export type Node = {
  readonly id: number;
  readonly ports: readonly number[];
  readonly log: Log;
  readonly groups: Groups;
  readonly password: string | null;
};
type Answer = (node: Node, request: Reader) => Buffer | Promise<Buffer>;
const WAIT_MS = 20;
const HOST = '127.0.0.1';

/** Number of the request, its version here, and what is answered. */
export const PRODUCE = 0;
const versions: Answer = () => {
  const spoken = list([...ANSWERS], ([api, [version]]) => joined(int16(api), int16(version), int16(version)));
  return joined(int16(NONE), spoken, int32(0));
};
const metadata: Answer = ({ ports, log }, request) => {
  const asked = request.list(() => request.text());
  for (const topic of asked) log.create(topic);
  const nodes = list([...ports.entries()], ([id, port]) => joined(int32(id), text(HOST), int32(port), text(null)));
  const topics = list(asked.length === 0 ? log.names : asked, (topic) => {
    const partitions = list([...log.create(topic).entries()], ([id, { leader }]) =>
      joined(int16(NONE), int32(id), int32(leader), list([leader], int32), list([leader], int32)),
    );
    return joined(int16(NONE), text(topic), int8(0), partitions);
  });
  return joined(nodes, int32(0), topics);
};
const produce: Answer = ({ id, log }, request) => {
  request.text();
  request.int16();
  request.int32();
  const topics = request.list(() => {
    const topic = request.text();
    const partitions = request.list(() => {
      const partition = request.int32();
      return { partition, ...log.append(id, { topic, partition, records: request.bytes() }) };
    });
    return { topic, partitions };
  });
  const answered = list(topics, ({ topic, partitions }) =>
    joined(
      text(topic),
      list(partitions, ({ partition, code, offset }) =>
        joined(int32(partition), int16(code), int64(offset), int64(-1)),
      ),
    ),
  );
  return joined(answered, int32(0));
};
/** All partitions of a produce request answered with one code, and nothing written. */
export const refused = (request: Reader, code: number): Buffer => {
  request.text();
  request.int16();
  request.int32();
  const topics = request.list(() => {
    const topic = request.text();
    return { topic, partitions: request.list(() => [request.int32(), request.bytes()] as const) };
  });
  const answered = list(topics, ({ topic, partitions }) =>
    joined(
      text(topic),
      list(partitions, ([id]) => joined(int32(id), int16(code), int64(-1), int64(-1))),
    ),
  );
  return joined(answered, int32(0));
};
const fetched: Answer = async ({ log }, request) => {
  request.raw(4 + 4 + 4 + 4 + 1);
  const asked = request.list(() => {
    const topic = request.text();
    const partitions = request.list(() => ({
      partition: request.int32(),
      offset: request.int64(),
      most: request.int32(),
    }));
    return { topic, partitions };
  });
  const found = asked.map(({ topic, partitions }) => ({
    topic,
    partitions: partitions.map((one) => ({ ...one, ...log.read(topic, one.partition, one.offset) })),
  }));
  if (found.every(({ partitions }) => partitions.every(({ records }) => records.length === 0)))
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  const topics = list(found, ({ topic, partitions }) =>
    joined(
      text(topic),
      list(partitions, ({ partition, end, records }) =>
        joined(int32(partition), int16(NONE), int64(end), int64(end), int32(0), sized(records)),
      ),
    ),
  );
  return joined(int32(0), topics);
};
const EARLIEST = -2;
const offsets: Answer = ({ log }, request) => {
  request.int32();
  const topics = request.list(() => ({
    topic: request.text(),
    partitions: request.list(() => [request.int32(), request.int64()] as const),
  }));
  return list(topics, ({ topic, partitions }) =>
    joined(
      text(topic),
      list(partitions, ([id, time]) =>
        joined(int32(id), int16(NONE), int64(-1), int64(time === EARLIEST ? 0 : (log.at(topic, id)?.end ?? 0))),
      ),
    ),
  );
};
const coordinator: Answer = ({ id, ports }) => joined(int16(NONE), int32(id), text(HOST), int32(ports[id] ?? 0));
const created: Answer = ({ log }, request) => {
  const topics = request.list(() => {
    const topic = request.text();
    request.int32();
    request.int16();
    request.list(() => [request.int32(), request.list(() => request.int32())]);
    request.list(() => [request.text(), request.text()]);
    return topic;
  });
  const known = new Set(log.names);
  for (const topic of topics) log.create(topic);
  const EXISTS = 36;
  return list(topics, (topic) => joined(text(topic), int16(known.has(topic) ? EXISTS : NONE)));
};
const handshake: Answer = () => joined(int16(NONE), list(['PLAIN'], text));
const authenticated: Answer = ({ password }, request) => {
  const [, user, sent] = request.bytes().toString().split('\0');
  const WRONG = 58;
  const good = user === 'relay' && sent === password;
  return joined(int16(good ? NONE : WRONG), text(good ? null : 'wrong password'), sized(Buffer.alloc(0)));
};

export const ANSWERS: ReadonlyMap<number, readonly [version: number, answer: Answer]> = new Map([
  [PRODUCE, [3, produce]],
  [1, [4, fetched]],
  [2, [1, offsets]],
  [3, [1, metadata]],
  [8, [2, ({ groups }, request) => groups.commit(request)]],
  [9, [1, ({ groups }, request) => groups.committed(request)]],
  [10, [0, coordinator]],
  [11, [0, ({ groups }, request) => groups.join(request)]],
  [12, [0, () => int16(NONE)]],
  [13, [0, () => int16(NONE)]],
  [14, [0, ({ groups }, request) => groups.sync(request)]],
  [17, [1, handshake]],
  [18, [2, versions]],
  [19, [0, created]],
  [22, [0, ({ log }) => joined(int32(0), int16(NONE), int64(log.newProducer()), int16(0))]],
  [36, [0, authenticated]],
]);
