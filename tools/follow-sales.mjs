/**
 * `npm run follow-sales -- --brokers host:9092 [--prefix jewel] [--group follow-sales] [--json]`: a reader of the relay, to be used or
 * copied: every piece that is sold, whose sale is taken back, or that a customer brings back, as a line. It begins with the first
 * event ever; a group that read before goes on where it was.
 *
 * What every reader of the relay does is here: events come at least once and each under its own id, so ids that are known are dropped.
 * Whoever keeps what he reads keeps the ids with it, in one transaction, and then has each event exactly once; here the last
 * hundred thousand are remembered while it runs.
 *
 * Also by environment, as the house has them: KAFKA_BROKERS, KAFKA_TOPIC_PREFIX, KAFKA_TLS=on, KAFKA_TLS_CA, KAFKA_TLS_CERT, KAFKA_TLS_KEY (files
 * in PEM), KAFKA_SASL (plain, scram-sha-256, scram-sha-512) with KAFKA_USERNAME and KAFKA_PASSWORD.
 */
import { readFileSync } from 'node:fs';
import { asked, refused } from './asked.mjs';
import { install } from './prepare.mjs';

const HELP = `用法：npm run follow-sales -- --brokers 主机:9092 [选项]

读转发到 Kafka 的事件：每件售出、反审核、退货输出一行。从最早的事件开始，读过的组接着读。

选项：
  --brokers 地址   主机:端口，多个用逗号分开，默认 127.0.0.1:9092（或环境变量 KAFKA_BROKERS）
  --prefix 开头    主题名的开头，默认 jewel（或 KAFKA_TOPIC_PREFIX）
  --group 组       读者组，默认 follow-sales
  --json           输出整个事件，每行一个 JSON

加密和登录：KAFKA_TLS、KAFKA_TLS_CA、KAFKA_TLS_CERT、KAFKA_TLS_KEY、KAFKA_SASL、KAFKA_USERNAME、KAFKA_PASSWORD，与 npm start 相同。
退出码：0 被停止，1 不能读`;
const { env } = process;
const values = asked(HELP, {
  brokers: { type: 'string', default: env.KAFKA_BROKERS || '127.0.0.1:9092' },
  prefix: { type: 'string', default: env.KAFKA_TOPIC_PREFIX || 'jewel' },
  group: { type: 'string', default: 'follow-sales' },
  json: { type: 'boolean', default: false },
});
install({ running: true });
const { default: kafkajs } = await import('kafkajs');

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

const pem = (name) => {
  try {
    return env[name] ? readFileSync(env[name], 'utf8') : undefined;
  } catch {
    return refused(`${name} 不是可读取的文件：${env[name]}`);
  }
};
const files = { ca: pem('KAFKA_TLS_CA'), cert: pem('KAFKA_TLS_CERT'), key: pem('KAFKA_TLS_KEY') };
const isFiled = Object.values(files).some((text) => text !== undefined);
const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'];
if (env.KAFKA_SASL && !MECHANISMS.includes(env.KAFKA_SASL)) refused(`KAFKA_SASL 必须是${MECHANISMS.join('、')}之一`);
if (env.KAFKA_SASL && !(env.KAFKA_USERNAME && env.KAFKA_PASSWORD)) refused('KAFKA_USERNAME 和 KAFKA_PASSWORD 必须设置');
const sasl = env.KAFKA_SASL
  ? { sasl: { mechanism: env.KAFKA_SASL, username: env.KAFKA_USERNAME, password: env.KAFKA_PASSWORD } }
  : {};
const kafka = new kafkajs.Kafka({
  clientId: 'follow-sales',
  brokers: values.brokers.split(','),
  ssl: isFiled ? files : env.KAFKA_TLS === 'on',
  logLevel: kafkajs.logLevel.NOTHING,
  ...sasl,
});
const consumer = kafka.consumer({ groupId: values.group });
const end = async () => {
  await consumer.disconnect();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
const topic = `${values.prefix.replace(/\.$/, '')}.goods`;
/** What the client says in English, by the name of its error. */
const wordsOf = ({ name, message }) => {
  if (/SASL/.test(name)) return '拒绝了用户名或密码：请核对 KAFKA_SASL、KAFKA_USERNAME、KAFKA_PASSWORD';
  if (/UNKNOWN_TOPIC|does not host this topic/.test(message))
    return `没有主题 ${topic}：请核对 --prefix，或先让系统转发一次`;
  return `没有应答（${message}）：请核对 --brokers 和 KAFKA_TLS`;
};
const failed = (error) => refused(`Kafka（${values.brokers}）${wordsOf(error)}`);
// What the client cannot get over ends it; what it can it tries again by itself.
consumer.on(consumer.events.CRASH, ({ payload }) => {
  if (!payload.restart) failed(payload.error);
});
try {
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message: { headers, value } }) => {
      if (!isKnown(String(headers.eventId))) show(JSON.parse(String(value)));
    },
  });
} catch (error) {
  failed(error);
}
