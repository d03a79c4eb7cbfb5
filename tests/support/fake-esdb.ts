/**
 * An in-process double of EventStoreDB's gRPC surface (features, gossip, streams) that the real client talks to over
 * HTTP/2. It proves our adapter, not the server: the same suite runs against a real one when EVENTSTORE_TEST_URL is set.
 */
import { Faults, type Fault } from './fake-esdb/faults.ts';
import { Log, type LogOptions, type Stored } from './fake-esdb/log.ts';
import { Node, type NodeOptions } from './fake-esdb/node.ts';

export type FakeEventStoreDb = {
  /** Names every node. */
  readonly url: string;
  /** One node each, the leader first. */
  readonly nodeUrls: readonly string[];
  readonly events: readonly Stored[];
  /** Events of a stream that are there or in flight. */
  takenOf(stream: string): number;
  /** Orders a fault for the next calls of a method. */
  fail(fault: Fault): void;
  /** The next append is written at once and answered so much later. */
  answerLate(ms: number): void;
  /**
   * Another node leads from now on. The one that led cuts off whoever is connected; with `stays` it follows, and `cutOff` it hears
   * nothing of what is written from now on.
   */
  elect(node: number, how?: { readonly stays: boolean; readonly cutOff?: boolean }): Promise<void>;
  /** Nobody leads until the next election. */
  depose(): void;
  /** Ends every connection at once; the server is back on the same port with the same log. */
  dropConnections(): Promise<void>;
  /** The server goes away, with its log kept until `restart`. */
  kill(): void;
  restart(): Promise<void>;
  /** Its log is an older copy from now on: nothing behind the first `count` events. */
  cutTo(count: number): void;
  /** Its clock is so far ahead from now on. */
  setClock(aheadMs: number): void;
  stop(): Promise<void>;
};

type Options = NodeOptions & LogOptions & { readonly port?: number; readonly nodes?: number };
const urlOf = (ports: readonly number[]): string =>
  `esdb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}?tls=false`;

export async function startFakeEventStoreDb({
  port = 0,
  nodes = 1,
  stride = 1,
  statistics = false,
  ...options
}: Options = {}): Promise<FakeEventStoreDb> {
  const log = new Log({ stride, statistics });
  const faults = new Faults();
  const ports: number[] = [];
  let leader: number | null = 0;
  const cluster = { log, faults, ports, leader: () => (leader === null ? null : (ports[leader] ?? 0)) };
  const all = Array.from({ length: nodes }, () => new Node(cluster, options));
  for (const node of all) ports.push(await node.start(nodes === 1 ? port : 0));
  const kill = (): void => {
    for (const node of all) node.kill();
  };
  const restart = async (): Promise<void> => void (await Promise.all(all.map((node) => node.start())));
  return {
    url: urlOf(ports),
    nodeUrls: ports.map((one) => urlOf([one])),
    events: log.events,
    takenOf: (stream) => log.takenOf(stream),
    fail: (fault) => faults.order(fault),
    answerLate: (ms) => faults.orderLate(ms),
    depose: () => {
      leader = null;
    },
    elect: async (node, { stays, cutOff = false } = { stays: false }) => {
      const deposed = leader === null ? undefined : all[leader];
      leader = node;
      all[node]?.rejoin();
      if (cutOff) deposed?.cutOff();
      if (stays) return;
      deposed?.kill();
      await deposed?.start();
    },
    kill,
    restart,
    cutTo: (count) => log.cutTo(count),
    setClock: (aheadMs) => {
      log.aheadMs = aheadMs;
    },
    dropConnections: () => {
      kill();
      return restart();
    },
    stop: async () => kill(),
  };
}
