/** Where the relay sends to, and how it says who it is (wire: Relay). */
import fs from 'node:fs';

export const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
export type KafkaSettings = {
  /** host:port */
  readonly brokers: readonly string[];
  readonly topicPrefix: string;
  /** Names of people go too. */
  readonly personal: boolean;
  /** What tells the cost of goods goes too. */
  readonly cost: boolean;
  /** Null: no TLS. Texts in PEM; without `ca` what the system trusts. */
  readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string } | null;
  readonly sasl: {
    readonly mechanism: (typeof SASL_MECHANISMS)[number];
    readonly username: string;
    readonly password: string;
  } | null;
};

type Environment = {
  readonly KAFKA_BROKERS: readonly string[];
  readonly KAFKA_TOPIC_PREFIX: string;
  readonly KAFKA_PERSONAL: boolean;
  readonly KAFKA_COST: boolean;
  readonly KAFKA_TLS: boolean;
  readonly KAFKA_TLS_CA?: string | undefined;
  readonly KAFKA_TLS_CERT?: string | undefined;
  readonly KAFKA_TLS_KEY?: string | undefined;
  readonly KAFKA_SASL?: (typeof SASL_MECHANISMS)[number] | undefined;
  readonly KAFKA_USERNAME?: string | undefined;
  readonly KAFKA_PASSWORD?: string | undefined;
};

const TOGETHER = {
  KAFKA_SASL: ['KAFKA_USERNAME', 'KAFKA_PASSWORD'],
  KAFKA_TLS_CERT: ['KAFKA_TLS_KEY'],
  KAFKA_TLS_KEY: ['KAFKA_TLS_CERT'],
} as const;
/** Variables that must be set beside those that are. */
export const missingForKafka = (env: Environment): readonly string[] =>
  Object.entries(TOGETHER).flatMap(([name, others]) =>
    env[name as keyof typeof TOGETHER] === undefined ? [] : others.filter((other) => env[other] === undefined),
  );

const tlsOf = ({ KAFKA_TLS_CA: ca, KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key, ...env }: Environment) => {
  const files = Object.entries({ ca, cert, key }).filter(([, file]) => file !== undefined);
  if (!env.KAFKA_TLS && files.length === 0) return null;
  return Object.fromEntries(files.map(([name, file]) => [name, fs.readFileSync(String(file), 'utf8')]));
};
/** Null: nothing is handed on. */
export const kafkaOf = (env: Environment): KafkaSettings | null => {
  if (env.KAFKA_BROKERS.length === 0) return null;
  const { KAFKA_SASL: mechanism, KAFKA_USERNAME: username = '', KAFKA_PASSWORD: password = '' } = env;
  return {
    brokers: env.KAFKA_BROKERS,
    topicPrefix: env.KAFKA_TOPIC_PREFIX,
    personal: env.KAFKA_PERSONAL,
    cost: env.KAFKA_COST,
    tls: tlsOf(env),
    sasl: mechanism === undefined ? null : { mechanism, username, password },
  };
};
