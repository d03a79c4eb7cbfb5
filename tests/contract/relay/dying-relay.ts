/**
 * A relay in a process that is dealt a signal behind an acknowledgement, before its checkpoint moves: `node dying-relay.ts URL BROKERS
 * PREFIX [SIGNAL]`. Says what state it is in, and once more when it goes on.
 */
import { startRelay } from 'projections/kafka-relay/relay';
import { openSender } from '../../../projections/kafka-relay/sender.ts';
import { openPostgresEventStore } from '../../../services/platform/event-store/postgres/index.ts';

const [url = '', brokers = '', topicPrefix = '', signal = 'SIGKILL'] = process.argv.slice(2);
let isDealt = false;
let said = '';
const relay = startRelay({
  store: await openPostgresEventStore({ url }),
  url,
  kafka: { brokers: brokers.split(','), topicPrefix, personal: false, cost: true, tls: null, sasl: null },
  schemas: new Map(),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  open: async (settings) => {
    const sender = await openSender(settings);
    return {
      send: async (messages) => {
        await sender.send(messages);
        if (isDealt) return;
        isDealt = true;
        process.kill(process.pid, signal);
        said = '';
      },
      close: () => sender.close(),
    };
  },
});
setInterval(() => {
  const { state } = relay.health();
  if (state !== said) process.stdout.write(`${state}\n`);
  said = state;
}, 20);
