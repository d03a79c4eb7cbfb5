/** Kafka by kafkajs, the only file that speaks to it: sends batches and returns once the brokers have all of it. */
import type {
  ICustomPartitioner,
  Kafka,
  KafkaConfig,
  PartitionMetadata,
  RecordMetadata,
  SASLOptions,
  TopicMessages,
} from 'kafkajs';
import { inTime } from 'services/platform/base/in-time';
import type { KafkaSettings } from 'services/platform/process/kafka-settings';
import type { Message } from './message.ts';
import { partitionOf } from './partition.ts';
import { writeRequestsOurselves } from './produce-request.ts';

export type Brokers = Pick<KafkaSettings, 'brokers' | 'tls' | 'sasl'> & {
  /** So long a broker may take over a request. */
  readonly requestMs: number;
};
export interface Sender {
  /**
   * Resolves once all in-sync replicas of every partition have the messages, those of a key in their order.
   * @throws whatever kept a part of them: then the sender is done with, and another one sends all of them again.
   */
  send(messages: readonly Message[]): Promise<void>;
  close(): Promise<void>;
}

const ACKNOWLEDGED_BY_ALL = -1;
const CONNECT_MS = 3_000;
/** Here a batch keeps its sequence numbers, so that an acknowledgement that was lost makes nothing twice. */
const RETRIES = 5;
/** Requests for a batch, with those that ask who leads a partition now: a node that hangs is asked once or twice more. */
const REQUESTS = 3;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;

/** Some partitions said nothing: their leader changed while the batch was being sent again. */
export class NotAcknowledged extends Error {
  constructor(places: readonly string[]) {
    super(`not acknowledged: ${places.join(', ')}`);
    this.name = 'NotAcknowledged';
  }
}

/** A node keeps the connection and says nothing. */
export class NotInTime extends Error {
  constructor(ms: number) {
    super(`not acknowledged within ${ms} ms`);
    this.name = 'NotInTime';
  }
}

const saslOf = ({ mechanism, username, password }: NonNullable<Brokers['sasl']>): SASLOptions => {
  switch (mechanism) {
    case 'plain':
      return { mechanism, username, password };
    case 'scram-sha-256':
      return { mechanism, username, password };
    case 'scram-sha-512':
      return { mechanism, username, password };
  }
};
const connectionOf = ({ brokers, tls, sasl, requestMs }: Brokers): KafkaConfig => ({
  clientId: 'jewel-relay',
  brokers: [...brokers],
  ...(tls === null ? {} : { ssl: { ...tls } }),
  ...(sasl === null ? {} : { sasl: saslOf(sasl) }),
  connectionTimeout: CONNECT_MS,
  requestTimeout: requestMs,
  retry: { retries: RETRIES, initialRetryTime: FIRST_RETRY_MS, maxRetryTime: LONGEST_RETRY_MS },
});
const placeOf = (topic: string, partition: number): string => `${topic}/${partition}`;
/** A message and the partition that its key falls into; without one where the topic is not known yet. */
type Placed = { readonly message: Message; readonly partition?: number; readonly leader: number };
const NOBODY = -1;
const byTopic = (placed: readonly Placed[]): TopicMessages[] =>
  [...Map.groupBy(placed, ({ message: { topic } }) => topic)].map(([topic, all]) => ({
    topic,
    messages: all.map(({ message: { key, value, headers }, partition }) => ({
      key,
      value,
      headers,
      ...(partition === undefined ? {} : { partition }),
    })),
  }));
/** @throws {NotInTime} */
const within = <Value>(ms: number, work: Promise<Value>): Promise<Value> =>
  inTime(work, ms, () => {
    throw new NotInTime(ms);
  });

/** Messages are placed already but for those of a topic that nobody knows yet. */
export const byKey: ICustomPartitioner =
  () =>
  ({ partitionMetadata, message: { key, partition } }) =>
    partition ?? partitionOf(String(key), partitionMetadata.length);

class KafkaSender implements Sender {
  readonly #kafka: Kafka;
  readonly #producer: ReturnType<Kafka['producer']>;
  readonly #requestMs: number;
  /** Of each topic that was made sure of. */
  readonly #partitions = new Map<string, PartitionMetadata[]>();

  constructor(kafka: Kafka, { requestMs }: Brokers) {
    this.#kafka = kafka;
    this.#requestMs = requestMs;
    this.#producer = kafka.producer({ createPartitioner: byKey, idempotent: true, maxInFlightRequests: 1 });
  }

  connect(): Promise<void> {
    return this.#producer.connect();
  }

  async send(messages: readonly Message[]): Promise<void> {
    await within(REQUESTS * this.#requestMs, this.#send(messages));
  }

  /** A node that hangs is not waited for. */
  close(): Promise<void> {
    return within(Math.min(CONNECT_MS, this.#requestMs), this.#producer.disconnect());
  }

  /**
   * A request to each node, tried again by itself: the client tries a batch again while other nodes have not answered to theirs, which
   * then are written twice. What moved meanwhile to a node that has answered it sends to nobody.
   */
  async #send(messages: readonly Message[]): Promise<void> {
    await this.#ensure([...new Set(messages.map(({ topic }) => topic))]);
    const ofNodes = Map.groupBy(
      messages.map((message) => this.#place(message)),
      ({ leader }) => leader,
    );
    const sent = await Promise.allSettled([...ofNodes.values()].map((placed) => this.#sendTo(placed)));
    for (const one of sent) if (one.status === 'rejected') throw one.reason;
  }

  async #sendTo(placed: readonly Placed[]): Promise<void> {
    const topicMessages = byTopic(placed);
    const timeout = this.#requestMs;
    const said = await this.#producer.sendBatch({ acks: ACKNOWLEDGED_BY_ALL, timeout, topicMessages });
    checkAll(placed, said);
  }

  #place(message: Message): Placed {
    const { topic } = message;
    const partitionMetadata = this.#partitions.get(topic) ?? [];
    if (partitionMetadata.length === 0) return { message, leader: NOBODY };
    const partition = partitionOf(message.key, partitionMetadata.length);
    const leader = partitionMetadata.find(({ partitionId }) => partitionId === partition)?.leader ?? NOBODY;
    return { message, partition, leader };
  }

  /** Topics that are not there are made, with what the brokers say of number and copies; they may also be made by hand before. */
  async #ensure(topics: readonly string[]): Promise<void> {
    const unknown = topics.filter((topic) => !this.#partitions.has(topic));
    if (unknown.length === 0) return;
    const admin = this.#kafka.admin();
    try {
      await admin.connect();
      await admin.createTopics({ topics: unknown.map((topic) => ({ topic })) }).catch(() => undefined);
      const told = await admin.fetchTopicMetadata({ topics: unknown });
      for (const { name, partitions } of told.topics) this.#partitions.set(name, partitions);
    } catch {
      // Not allowed, or not spoken there: the brokers make it when it is sent to, or refuse that.
      for (const topic of unknown) this.#partitions.set(topic, []);
    } finally {
      await admin.disconnect();
    }
  }
}
const checkAll = (placed: readonly Placed[], acknowledged: readonly RecordMetadata[]): void => {
  const places = new Set(acknowledged.map(({ topicName, partition }) => placeOf(topicName, partition)));
  const missing = placed
    .flatMap(({ message, partition }) => (partition === undefined ? [] : [placeOf(message.topic, partition)]))
    .filter((place) => !places.has(place));
  if (missing.length > 0) throw new NotAcknowledged([...new Set(missing)]);
};

/** @throws when no broker can be reached, or the credentials are wrong. */
export const openSender = async (settings: Brokers): Promise<Sender> => {
  const { Kafka, logLevel } = await import('kafkajs');
  writeRequestsOurselves();
  const kafka = new Kafka({ ...connectionOf(settings), logLevel: logLevel.NOTHING });
  const sender = new KafkaSender(kafka, settings);
  try {
    await within(REQUESTS * settings.requestMs, sender.connect());
    return sender;
  } catch (error) {
    await sender.close().catch(() => undefined);
    throw error;
  }
};

const LATE = 'Kafka 没有及时回答';
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/SASL state|UNSUPPORTED_SASL/, 'Kafka 的这个端口不接受所设的 SASL 方式，请核对 KAFKA_SASL 和端口'],
  [/SASLAuthentication|SASL/, 'Kafka 拒绝了用户名或密码'],
  [
    /self-signed|unable to (get|verify)|altnames|certificate has expired/i,
    'Kafka 的证书不受信任，请核对 KAFKA_TLS_CA 和地址',
  ],
  [
    /certificate required|bad certificate|unknown ca/i,
    'Kafka 不接受本机的证书，请核对 KAFKA_TLS_CERT 和 KAFKA_TLS_KEY',
  ],
  [/wrong version number|secure TLS connection/i, 'Kafka 的这个端口不使用 TLS，请核对 KAFKA_TLS 和端口'],
  [/TOPIC_AUTHORIZATION|CLUSTER_AUTHORIZATION/, '没有写入主题的权限'],
  [/MESSAGE_TOO_LARGE|RECORD_LIST_TOO_LARGE/, '消息超过 Kafka 允许的大小（max.message.bytes）'],
  [/NOT_ENOUGH_REPLICAS/, '可用的副本不足'],
  [/UNKNOWN_TOPIC/, '主题不存在，也不允许自动创建'],
  [/OUT_OF_ORDER_SEQUENCE|UNKNOWN_PRODUCER/, '主题被删除后重新建立'],
  [/Closed connection/i, 'Kafka 断开了连接；一直如此时请核对端口以及 TLS 和 SASL 设置'],
  [/Connection|ECONN|ENOTFOUND|ETIMEDOUT|broker not (available|connected)/i, '无法连接 Kafka'],
  [/Timeout|timed out/i, LATE],
];
/** The client says it without a name of its own. */
const UNNAMED = 'Broker not connected';
const isOfClient = ({ name, message }: Error): boolean => name.startsWith('KafkaJS') || message === UNNAMED;
const saidBy = (error: Error): string => {
  const type = 'type' in error ? String(error.type) : '';
  const cause = error.cause instanceof Error ? `${error.cause.name} ${error.cause.message}` : '';
  return `${error.name} ${type} ${error.message} ${cause}`;
};
/** Why nothing is sent, in Chinese; null where it is no fault of Kafka. */
export const kafkaReason = (error: unknown): string | null => {
  if (error instanceof NotAcknowledged) return '分区的主副本正在切换';
  if (error instanceof NotInTime) return LATE;
  if (!(error instanceof Error) || !isOfClient(error)) return null;
  const said = saidBy(error);
  return WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? 'Kafka 暂时不接收';
};
