import type { Kafka } from 'kafkajs';
export type K = Kafka;
