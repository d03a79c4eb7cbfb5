/** A relay in a process that dies by SIGKILL behind an acknowledgement, before its checkpoint moves: `node dying-relay.ts URL BROKERS PREFIX`. */
import { startRelay } from 'projections/kafka-relay/relay';
import { openSender } from 'projections/kafka-relay/sender';
import { openPostgresEventStore } from 'services/platform/event-store/postgres/index';

const [url = '', brokers = '', topicPrefix = ''] = process.argv.slice(2);
startRelay({
  store: await openPostgresEventStore({ url }),
  url,
  kafka: { brokers: brokers.split(','), topicPrefix, personal: false, tls: null, sasl: null },
  schemas: new Map(),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  open: async (settings) => {
    const sender = await openSender(settings);
    return {
      send: async (messages) => {
        await sender.send(messages);
        process.kill(process.pid, 'SIGKILL');
      },
      close: () => sender.close(),
    };
  },
});
