/** The one print queue of this page, at the print service of this machine (S0§7: port 9090). */
import { z } from 'zod';
import { client } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import { setPrintWaiting } from '../api/print-waiting.ts';
import { composeJob } from './job.ts';
import { PrintQueue } from './print-queue.ts';
import { isIdle } from './queue-state.ts';
import { browserStore, memoryStore } from './queue-store.ts';

const DEFAULT_PORT = 9090;
const Port = z.object({ print_service_port: z.coerce.number().int().optional() });
const portOf = async (): Promise<number> => {
  try {
    return Port.parse(await client.get('/app-config', {}, { anonymous: true })).print_service_port ?? DEFAULT_PORT;
  } catch {
    return DEFAULT_PORT;
  }
};

const start = async (): Promise<PrintQueue> => {
  const [port, store] = await Promise.all([portOf(), browserStore().catch(memoryStore)]);
  const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel('jewel-print') : null;
  const queue = new PrintQueue({
    store,
    open: () => new WebSocket(`ws://127.0.0.1:${port}/websocket`),
    compose: composeJob,
    newId,
    onChange: (state) => {
      setPrintWaiting(!isIdle(state));
      tabs?.postMessage('changed');
    },
  });
  tabs?.addEventListener('message', () => void queue.sync());
  window.addEventListener('pagehide', () => void queue.stop().catch(() => undefined));
  await queue.sync();
  setPrintWaiting(!isIdle(await store.read()));
  return queue;
};
let shared: Promise<PrintQueue> | undefined;
export const printQueue = (): Promise<PrintQueue> => (shared ??= start());
