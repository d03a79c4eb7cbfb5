/**
 * An in-process double of a Kafka cluster that kafkajs talks to over real sockets: it checks what it is sent (check sums, sequences of
 * idempotent producers, who leads a partition) and misbehaves on order. It proves our side, not the server: the same suite runs
 * against a real one when KAFKA_TEST_BROKERS is set.
 */
import net, { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ANSWERS, PRODUCE, refused, type Node } from './fake-kafka/answers.ts';
import { Groups } from './fake-kafka/groups.ts';
import { Log } from './fake-kafka/log.ts';
import { Reader, int32, joined, sized, type Message } from './fake-kafka/wire.ts';

/** What happens to a produce request: nothing, a code instead of writing, a cut connection before or behind the writing. */
export type Fault = number | 'none' | 'dropped' | 'lost-ack';
export type FakeKafka = {
  readonly brokers: readonly string[];
  /** Records written so far. */
  readonly written: () => number;
  readonly topics: () => readonly string[];
  /** Partition after partition. */
  readonly messages: (topic: string) => readonly Message[];
  /** For the next produce requests, one each. */
  readonly fail: (...faults: readonly Fault[]) => void;
  /** Faults that were not met yet. */
  readonly faultsLeft: () => number;
  /** Every produce request waits so long from now on. */
  readonly slow: (ms: number) => void;
  /** Every partition is led by another node from now on. */
  readonly moveLeaders: () => void;
  /** Topics that are made from now on are not known to who leads their first partition: so many times. */
  readonly unaware: (times: number) => void;
  /** A node keeps its connections, takes new ones, and answers nothing; what it led the other one leads. It comes back by {@link thaw}. */
  readonly freeze: (node: number) => void;
  readonly thaw: () => void;
  readonly forget: (topic: string) => void;
  /** The next produce request that a node has written is followed by that. */
  readonly afterNext: (does: () => void) => void;
  readonly kill: () => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
};
type Options = {
  readonly nodes?: number;
  readonly partitions?: number;
  /** false: what is written is checked and counted only. */
  readonly keeps?: boolean;
  /** Of user `relay`; null: nobody is asked. */
  readonly password?: string | null;
};

class Cluster {
  readonly log: Log;
  readonly faults: Fault[] = [];
  readonly ports: number[] = [];
  slowMs = 0;
  afterNext: (() => void) | null = null;
  readonly #groups = new Groups();
  readonly #sockets = new Set<net.Socket>();
  readonly frozen = new Set<number>();
  thawed: (() => void)[] = [];
  readonly #password: string | null;
  readonly #nodes: number;
  #servers: net.Server[] = [];

  constructor({ nodes = 2, partitions = 3, keeps = true, password = null }: Options) {
    this.log = new Log({ partitions, nodes, keeps });
    this.#nodes = nodes;
    this.#password = password;
  }

  async start(): Promise<void> {
    this.#servers = await Promise.all(Array.from({ length: this.#nodes }, (_, id) => this.#listen(id)));
  }

  async kill(): Promise<void> {
    const closed = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)));
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(closed);
  }

  async #listen(id: number): Promise<net.Server> {
    const server = net.createServer((socket) => this.#serve(id, socket));
    await new Promise<void>((resolve) => server.listen(this.ports[id] ?? 0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    this.ports[id] = port;
    return server;
  }

  #serve(id: number, socket: net.Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
    let chunks: Buffer[] = [];
    let held = 0;
    let answering: Promise<void> = Promise.resolve();
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      held += chunk.length;
      for (;;) {
        const [first] = chunks;
        if (first === undefined || held < 4) return;
        if (first.length < 4) chunks = [Buffer.concat(chunks)];
        const length = 4 + (chunks[0] ?? first).readInt32BE(0);
        if (held < length) return;
        const all = chunks.length === 1 ? (chunks[0] ?? first) : Buffer.concat(chunks);
        const frame = all.subarray(4, length);
        chunks = all.length > length ? [all.subarray(length)] : [];
        held -= length;
        answering = answering.then(() => this.#answer(id, frame, socket)).catch(() => void socket.destroy());
      }
    });
  }

  async #whileFrozen(id: number): Promise<void> {
    if (this.frozen.has(id)) await new Promise<void>((resolve) => this.thawed.push(resolve));
  }

  async #answer(id: number, frame: Buffer, socket: net.Socket): Promise<void> {
    const request = new Reader(frame);
    const [api, version, correlation] = [request.int16(), request.int16(), request.int32()];
    request.text();
    const [spoken, answer] = ANSWERS.get(api) ?? [];
    if (answer === undefined || spoken !== version) throw new Error(`request ${api} of version ${version}`);
    const node: Node = { id, ports: this.ports, log: this.log, groups: this.#groups, password: this.#password };
    const send = (body: Buffer): void => void socket.write(sized(joined(int32(correlation), body)));
    await this.#whileFrozen(id);
    if (api !== PRODUCE) return send(await answer(node, request));
    if (this.slowMs > 0) await pause(this.slowMs);
    const fault = this.faults.shift();
    if (fault === 'dropped') throw new Error('dropped');
    if (typeof fault === 'number') return send(refused(request, fault));
    const body = await answer(node, request);
    this.afterNext?.();
    this.afterNext = null;
    if (fault === 'lost-ack') throw new Error('lost');
    send(body);
  }
}

export const startFakeKafka = async (options: Options = {}): Promise<FakeKafka> => {
  const cluster = new Cluster(options);
  await cluster.start();
  return {
    brokers: cluster.ports.map((port) => `127.0.0.1:${port}`),
    written: () => cluster.log.written,
    topics: () => cluster.log.names,
    messages: (topic) => cluster.log.messages(topic),
    fail: (...faults) => void cluster.faults.push(...faults),
    faultsLeft: () => cluster.faults.length,
    slow: (ms) => void (cluster.slowMs = ms),
    moveLeaders: () => cluster.log.moveLeaders(),
    unaware: (times) => void (cluster.log.unaware = times),
    freeze: (node) => {
      cluster.frozen.add(node);
      cluster.log.leadBy(1 - node);
    },
    thaw: () => {
      cluster.frozen.clear();
      for (const goOn of cluster.thawed.splice(0)) goOn();
    },
    forget: (topic) => cluster.log.forget(topic),
    afterNext: (does) => void (cluster.afterNext = does),
    kill: () => cluster.kill(),
    restart: () => cluster.start(),
    stop: () => cluster.kill(),
  };
};
