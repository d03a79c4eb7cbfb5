/** A print service made of paper: pages of a browser queue for it, a test decides what becomes of each job. */
import { PrintLayout } from 'services/contracts/print-layout';
import { vi } from 'vitest';
import type { Socket } from '../link.ts';
import { PrintQueue } from '../print-queue.ts';
import type { QueueStore } from '../queue-store.ts';

const layout = PrintLayout.parse({ version: 2, page: { width: 60, height: 30 }, elements: [] });
const rowsOf = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ name: `件${from + at}` }));
/** Lets everything happen that needs no time. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await vi.advanceTimersByTimeAsync(0);
};

export type PrinterJob = { readonly job: string; readonly label: string };
/** A printer on paper, and the sockets to it; what it does with a job is the test's decision. */
export class Printer {
  /** Label → how many times it lies on the counter. */
  readonly paper = new Map<string, number>();
  readonly sockets: FakeSocket[] = [];
  labels = 0;
  connect(): FakeSocket {
    const socket = new FakeSocket(this);
    this.sockets.push(socket);
    return socket;
  }
  print({ label }: PrinterJob): void {
    this.paper.set(label, (this.paper.get(label) ?? 0) + 1);
  }
  live(): FakeSocket[] {
    return this.sockets.filter(({ state }) => state !== 'closed');
  }
}
export class FakeSocket implements Socket {
  state: 'new' | 'open' | 'closed' = 'new';
  readonly pending: PrinterJob[] = [];
  readonly #listeners: [string, (event: Event) => void][] = [];
  readonly printer: Printer;
  constructor(printer: Printer) {
    this.printer = printer;
  }
  addEventListener(type: string, listener: (event: Event) => void): void {
    this.#listeners.push([type, listener]);
  }
  emit(type: string, data?: unknown): void {
    const event = Object.assign(new Event(type), { data });
    for (const [name, listener] of this.#listeners) if (name === type) listener(event);
  }
  open(): void {
    if (this.state !== 'new') return;
    this.state = 'open';
    this.emit('open');
  }
  send(data: string): void {
    if (this.state === 'new') throw new Error('InvalidStateError');
    if (this.state === 'open') this.pending.push(JSON.parse(data) as PrinterJob);
  }
  close(): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    this.emit('close');
  }
}

let ids = 0;
export type Page = { readonly queue: PrintQueue; readonly kill: () => void };
/** A page of the browser; killed, nothing of it goes on and nobody hears its sockets. */
export const pageOf = (printer: Printer, store: QueueStore): Page => {
  let alive = true;
  const mine: FakeSocket[] = [];
  const living = <Result>(act: () => Promise<Result>): Promise<Result> =>
    alive ? act() : new Promise(() => undefined);
  const queue = new PrintQueue({
    store: {
      read: () => living(() => store.read()),
      payload: (id) => living(() => store.payload(id)),
      update: (step, given) => living(() => store.update(step, given)),
    },
    open: () => {
      if (!alive) throw new Error('the page is gone');
      const socket = printer.connect();
      mine.push(socket);
      return socket;
    },
    compose: ({ flight, payload }) =>
      JSON.stringify({ job: flight.attempt, label: String(payload.rows[flight.index]?.['name']) }),
    newId: () => `id${(ids += 1)}`,
    random: () => 0,
    answerMs: 30_000,
  });
  const kill = (): void => {
    alive = false;
    for (const socket of mine) socket.state = 'closed';
  };
  return { queue, kill };
};
export const tab = (printer: Printer, store: QueueStore): PrintQueue => pageOf(printer, store).queue;
export const add = (queue: PrintQueue, printer: Printer, count: number): Promise<boolean> => {
  const rows = rowsOf(printer.labels, count);
  printer.labels += count;
  return queue.add({ title: '标签', fileName: '标准标签', layout, rows });
};
export const onPaper = (printer: Printer): number[] =>
  Array.from({ length: printer.labels }, (_, at) => printer.paper.get(`件${at}`) ?? 0);
