/** Kafka by kafkajs, the only file that knows it: sends batches and returns once the brokers have all of it. */
import type { Kafka, KafkaConfig, ICustomPartitioner, RecordMetadata, SASLOptions, TopicMessages } from 'kafkajs';
import type { KafkaSettings } from 'services/platform/kafka-settings';
import type { Message } from './message.ts';

export type Brokers = Pick<KafkaSettings, 'brokers' | 'tls' | 'sasl'>;
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
/** Longer than a broker may think about a batch. */
const REQUEST_MS = 30_000;
/** Here a batch keeps its sequence numbers, so that an acknowledgement that was lost makes nothing twice. */
const RETRIES = 5;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;

/** Some partitions said nothing: their leader changed while the batch was being sent again. */
export class NotAcknowledged extends Error {
  constructor(places: readonly string[]) {
    super(`not acknowledged: ${places.join(', ')}`);
    this.name = 'NotAcknowledged';
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
const connectionOf = ({ brokers, tls, sasl }: Brokers): KafkaConfig => ({
  clientId: 'jewel-relay',
  brokers: [...brokers],
  ...(tls === null ? {} : { ssl: { ...tls } }),
  ...(sasl === null ? {} : { sasl: saslOf(sasl) }),
  connectionTimeout: CONNECT_MS,
  requestTimeout: REQUEST_MS,
  retry: { retries: RETRIES, initialRetryTime: FIRST_RETRY_MS, maxRetryTime: LONGEST_RETRY_MS },
});
const placeOf = (topic: string, partition: number): string => `${topic}/${partition}`;
const byTopic = (messages: readonly Message[]): TopicMessages[] =>
  [...Map.groupBy(messages, ({ topic }) => topic)].map(([topic, all]) => ({
    topic,
    messages: all.map(({ key, value, headers }) => ({ key, value, headers })),
  }));

class KafkaSender implements Sender {
  readonly #kafka: Kafka;
  readonly #producer: ReturnType<Kafka['producer']>;
  /** Where the messages of the batch at work go. */
  readonly #wanted = new Set<string>();
  readonly #known = new Set<string>();

  constructor(kafka: Kafka, partitioner: ICustomPartitioner) {
    this.#kafka = kafka;
    const noted: ICustomPartitioner = () => {
      const choose = partitioner();
      return (args) => {
        const partition = choose(args);
        this.#wanted.add(placeOf(args.topic, partition));
        return partition;
      };
    };
    this.#producer = kafka.producer({ createPartitioner: noted, idempotent: true, maxInFlightRequests: 1 });
  }

  connect(): Promise<void> {
    return this.#producer.connect();
  }

  async send(messages: readonly Message[]): Promise<void> {
    const topicMessages = byTopic(messages);
    await this.#ensure(topicMessages.map(({ topic }) => topic));
    this.#wanted.clear();
    const acknowledged = await this.#producer.sendBatch({ acks: ACKNOWLEDGED_BY_ALL, topicMessages });
    this.#checkAll(acknowledged);
  }

  close(): Promise<void> {
    return this.#producer.disconnect();
  }

  /** A batch that is sent again goes to brokers that have not answered yet: what moved to one that has is sent by nobody. */
  #checkAll(acknowledged: readonly RecordMetadata[]): void {
    const places = new Set(acknowledged.map(({ topicName, partition }) => placeOf(topicName, partition)));
    const missing = [...this.#wanted].filter((place) => !places.has(place));
    if (missing.length > 0) throw new NotAcknowledged(missing);
  }

  /** Topics that are not there are made, with what the brokers say of number and copies; they may also be made by hand before. */
  async #ensure(topics: readonly string[]): Promise<void> {
    const unknown = topics.filter((topic) => !this.#known.has(topic));
    if (unknown.length === 0) return;
    for (const topic of unknown) this.#known.add(topic);
    const admin = this.#kafka.admin();
    try {
      await admin.connect();
      await admin.createTopics({ topics: unknown.map((topic) => ({ topic })) });
    } catch {
      // Not allowed, or not spoken there: the brokers make it when it is sent to, or refuse that.
    } finally {
      await admin.disconnect();
    }
  }
}

/** @throws when no broker can be reached, or the credentials are wrong. */
export const openSender = async (settings: Brokers): Promise<Sender> => {
  const { Kafka, Partitioners, logLevel } = await import('kafkajs');
  const kafka = new Kafka({ ...connectionOf(settings), logLevel: logLevel.NOTHING });
  const sender = new KafkaSender(kafka, Partitioners.DefaultPartitioner);
  try {
    await sender.connect();
    return sender;
  } catch (error) {
    await sender.close().catch(() => undefined);
    throw error;
  }
};

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/SASLAuthentication|SASL/, 'Kafka 拒绝了用户名或密码'],
  [/TOPIC_AUTHORIZATION|CLUSTER_AUTHORIZATION/, '没有写入主题的权限'],
  [/MESSAGE_TOO_LARGE|RECORD_LIST_TOO_LARGE/, '消息超过 Kafka 允许的大小（max.message.bytes）'],
  [/NOT_ENOUGH_REPLICAS/, '可用的副本不足'],
  [/UNKNOWN_TOPIC/, '主题不存在，也不允许自动创建'],
  [/Connection|Closed|ECONN|ENOTFOUND|ETIMEDOUT|broker not available/i, '无法连接 Kafka'],
  [/Timeout|timed out/i, 'Kafka 没有及时回答'],
];
/** Why nothing is sent, in Chinese; null where it is no fault of Kafka. */
export const kafkaReason = (error: unknown): string | null => {
  if (error instanceof NotAcknowledged) return '分区的主副本正在切换';
  if (!(error instanceof Error) || !error.name.startsWith('KafkaJS')) return null;
  const type = 'type' in error ? String(error.type) : '';
  const cause = error.cause instanceof Error ? `${error.cause.name} ${error.cause.message}` : '';
  const said = `${error.name} ${type} ${error.message} ${cause}`;
  return WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? 'Kafka 暂时不接收';
};
