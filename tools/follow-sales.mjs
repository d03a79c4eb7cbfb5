/**
 * `npm run follow-sales -- --brokers host:9092 [--prefix jewel] [--group follow-sales] [--json]`: a reader of the relay, to be used or
 * copied: every piece that is sold, whose sale is taken back, or that a customer brings back, as a line. It begins with the first
 * event ever; a group that read before goes on where it was.
 *
 * What every reader of the relay does is here: events come at least once and each under its own id, so ids that are known are dropped.
 * Whoever keeps what he reads keeps the ids with it, in one transaction, and then has each event exactly once; here the last
 * hundred thousand are remembered while it runs.
 *
 * Also by environment: KAFKA_BROKERS, KAFKA_TOPIC_PREFIX, KAFKA_TLS=on, KAFKA_SASL (plain, scram-sha-256, scram-sha-512) with
 * KAFKA_USERNAME and KAFKA_PASSWORD.
 */
import { parseArgs } from 'node:util';
import kafkajs from 'kafkajs';

const { KAFKA_BROKERS, KAFKA_TOPIC_PREFIX, KAFKA_TLS, KAFKA_SASL, KAFKA_USERNAME, KAFKA_PASSWORD } = process.env;
const { values } = parseArgs({
  options: {
    brokers: { type: 'string', default: KAFKA_BROKERS ?? '127.0.0.1:9092' },
    prefix: { type: 'string', default: KAFKA_TOPIC_PREFIX ?? 'jewel' },
    group: { type: 'string', default: 'follow-sales' },
    json: { type: 'boolean', default: false },
  },
});

const MOST_KNOWN = 100_000;
const known = new Set();
/** False the first time. */
const isKnown = (eventId) => {
  if (known.has(eventId)) return true;
  known.add(eventId);
  if (known.size > MOST_KNOWN) known.delete(known.values().next().value);
  return false;
};

const yuan = (fen) => `${(fen / 100).toFixed(2)}元`;
const grams = (mg) => (mg === 0 ? '' : ` ${(mg / 1000).toFixed(3)}克`);
/** What is told of which event; others on the same topic are passed over. */
const WORDS = {
  GoodsSold: ({ amountFen, soldWeightMg }) => `销售${grams(soldWeightMg)} ${yuan(amountFen)}`,
  GoodsSaleReversed: ({ amountFen, soldWeightMg }) => `销售反审核${grams(soldWeightMg)} ${yuan(-amountFen)}`,
  GoodsCustomerReturned: () => '顾客退货',
};
const lineOf = ({ type, at, data }) => {
  const { barcode, document, shopId, quantity } = data;
  return [at, `分店${shopId}`, document.no, barcode, `${quantity}件`, WORDS[type](data)].join('  ');
};
const show = (event) => {
  if (WORDS[event.type] === undefined) return;
  process.stdout.write(`${values.json ? JSON.stringify(event) : lineOf(event)}\n`);
};

const sasl =
  KAFKA_SASL === undefined
    ? {}
    : { sasl: { mechanism: KAFKA_SASL, username: KAFKA_USERNAME, password: KAFKA_PASSWORD } };
const kafka = new kafkajs.Kafka({
  clientId: 'follow-sales',
  brokers: values.brokers.split(','),
  ssl: KAFKA_TLS === 'on',
  logLevel: kafkajs.logLevel.ERROR,
  ...sasl,
});
const consumer = kafka.consumer({ groupId: values.group });
const end = async () => {
  await consumer.disconnect();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
await consumer.connect();
await consumer.subscribe({ topic: `${values.prefix.replace(/\.$/, '')}.goods`, fromBeginning: true });
await consumer.run({
  eachMessage: async ({ message: { headers, value } }) => {
    if (!isKnown(String(headers.eventId))) show(JSON.parse(String(value)));
  },
});
