// @vitest-environment node
import fc from 'fast-check';
import { PrintLayout } from 'services/contracts/print-layout';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Socket } from './link.ts';
import { MOST_WAITING, PrintQueue } from './print-queue.ts';
import { memoryStore, type QueueStore } from './queue-store.ts';

const layout = PrintLayout.parse({ version: 2, page: { width: 60, height: 30 }, elements: [] });
const rowsOf = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ name: `件${from + at}` }));
/** Lets everything happen that needs no time. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await vi.advanceTimersByTimeAsync(0);
};

type Sent = { readonly job: string; readonly label: string };
/** A printer on paper, and the sockets to it; what it does with a job is the test's decision. */
class Printer {
  /** Label → how many times it lies on the counter. */
  readonly paper = new Map<string, number>();
  readonly sockets: FakeSocket[] = [];
  labels = 0;
  connect(): FakeSocket {
    const socket = new FakeSocket(this);
    this.sockets.push(socket);
    return socket;
  }
  print({ label }: Sent): void {
    this.paper.set(label, (this.paper.get(label) ?? 0) + 1);
  }
  live(): FakeSocket[] {
    return this.sockets.filter(({ state }) => state !== 'closed');
  }
}
class FakeSocket implements Socket {
  state: 'new' | 'open' | 'closed' = 'new';
  readonly pending: Sent[] = [];
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
    if (this.state === 'open') this.pending.push(JSON.parse(data) as Sent);
  }
  close(): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    this.emit('close');
  }
}

let ids = 0;
type Page = { readonly queue: PrintQueue; readonly kill: () => void };
/** A page of the browser; killed, nothing of it goes on and nobody hears its sockets. */
const pageOf = (printer: Printer, store: QueueStore): Page => {
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
const tab = (printer: Printer, store: QueueStore): PrintQueue => pageOf(printer, store).queue;
const add = (queue: PrintQueue, printer: Printer, count: number): Promise<boolean> => {
  const rows = rowsOf(printer.labels, count);
  printer.labels += count;
  return queue.add({ title: '标签', fileName: '标准标签', layout, rows });
};
const onPaper = (printer: Printer): number[] =>
  Array.from({ length: printer.labels }, (_, at) => printer.paper.get(`件${at}`) ?? 0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('one label', () => {
  const start = async (count = 1) => {
    const printer = new Printer();
    const store = memoryStore();
    const queue = tab(printer, store);
    await add(queue, printer, count);
    await settle();
    const socket = printer.sockets[0] as FakeSocket;
    return { printer, store, queue, socket };
  };
  const sent = async (count = 1) => {
    const started = await start(count);
    started.socket.open();
    await settle();
    return started;
  };
  test('waits while the service is away, and leaves when it comes', async () => {
    const { queue, socket } = await start();
    expect(queue.status.get()).toMatchObject({ connection: 'connecting', waiting: 1 });
    socket.open();
    await settle();
    expect(socket.pending).toHaveLength(1);
  });
  test.each([
    ['in the old way', () => 'printSuccess'],
    ['by its job', ({ job }: Sent) => JSON.stringify({ type: 'printSuccess', jobId: job })],
  ])('is done when the service says so %s, and the connection is let go', async (_, answer) => {
    const { queue, socket } = await sent();
    socket.emit('message', answer(socket.pending[0] as Sent));
    await settle();
    expect(queue.status.get()).toMatchObject({ connection: 'off', waiting: 0, doubt: null });
    expect(socket.state).toBe('closed');
  });
  test.each([
    ['the connection breaks', async (socket: FakeSocket) => socket.close()],
    ['no answer comes in time', async () => vi.advanceTimersByTimeAsync(31_000)],
  ])('is in doubt when %s, named, and nothing follows before a person decides', async (_, happens) => {
    const { queue, socket, printer } = await sent(2);
    await happens(socket);
    await vi.advanceTimersByTimeAsync(5_000);
    for (const each of printer.live()) each.open();
    await settle();
    expect(queue.status.get()).toMatchObject({ waiting: 1, doubt: { name: '件0' } });
    expect(printer.live().flatMap(({ pending }) => pending)).toEqual([]);
  });
  test.each([
    ['printed', ['件1']],
    ['skip', ['件1']],
    ['again', ['件0']],
  ] as const)('in doubt and said to be %s, the next to leave is %j', async (decision, next) => {
    const { queue, socket, printer } = await sent(2);
    socket.close();
    await vi.advanceTimersByTimeAsync(5_000);
    for (const each of printer.live()) each.open();
    await queue.decide(queue.status.get().doubt?.attempt ?? '', decision);
    await settle();
    expect(printer.live().flatMap(({ pending }) => pending.map(({ label }) => label))).toEqual(next);
  });
  test('refused it waits with the reason until somebody tries again', async () => {
    const { queue, socket } = await sent();
    const [{ job }] = socket.pending as [Sent];
    socket.emit('message', JSON.stringify({ type: 'printError', jobId: job, message: '打印机缺纸' }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(queue.status.get()).toMatchObject({ waiting: 1, halted: '打印机缺纸' });
    expect(socket.pending).toHaveLength(1);
    await queue.retry();
    await settle();
    expect(socket.pending).toHaveLength(2);
  });
  test('rubbish is counted and changes nothing', async () => {
    const { queue, socket } = await sent();
    for (const words of [
      '',
      '{',
      'null',
      '[1]',
      'printSuccess2',
      '{"type":"printSuccess","jobId":"another"}',
      'x'.repeat(1e5),
    ])
      socket.emit('message', words);
    socket.emit('message', new ArrayBuffer(3));
    await settle();
    expect(queue.status.get()).toMatchObject({ waiting: 1, rubbish: 7 });
  });
  test('a late answer from another connection settles the doubt', async () => {
    const { queue, socket, printer } = await sent();
    const [{ job }] = socket.pending as [Sent];
    socket.close();
    await vi.advanceTimersByTimeAsync(5_000);
    const [again] = printer.live() as [FakeSocket];
    again.open();
    await settle();
    again.emit('message', JSON.stringify({ type: 'printSuccess', jobId: job }));
    await settle();
    expect(queue.status.get()).toMatchObject({ waiting: 0, doubt: null });
  });
  test('under way when the page closes it is in doubt on the next one', async () => {
    const { queue, printer, store, socket } = await sent();
    socket.close();
    await queue.stop();
    const next = tab(printer, store);
    await next.sync();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(next.status.get().doubt?.name).toBe('件0');
  });
  test('whose answer could not be written down is in doubt, not stuck', async () => {
    const printer = new Printer();
    const store = memoryStore();
    let broken = false;
    const queue = tab(printer, {
      ...store,
      update: (step, given) => (broken ? Promise.reject(new Error('quota')) : store.update(step, given)),
    });
    await add(queue, printer, 1);
    const [socket] = printer.sockets as [FakeSocket];
    socket.open();
    await settle();
    broken = true;
    socket.emit('message', 'printSuccess');
    await settle();
    broken = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(queue.status.get().doubt?.name).toBe('件0');
  });
  test('that cannot be drawn stops the queue instead of being lost', async () => {
    const printer = new Printer();
    const store = memoryStore();
    const fails = (): never => {
      throw new Error('no drawing');
    };
    const queue = new PrintQueue({
      store,
      open: () => printer.connect(),
      compose: fails,
      newId: () => `id${(ids += 1)}`,
    });
    await add(queue, printer, 1);
    printer.sockets[0]?.open();
    await settle();
    expect(queue.status.get()).toMatchObject({ waiting: 1, halted: '标签没有生成，请检查标签模板' });
  });
});
test('more than the queue holds is refused whole', async () => {
  const printer = new Printer();
  const queue = tab(printer, memoryStore());
  expect(await add(queue, printer, MOST_WAITING)).toBe(true);
  expect(await add(queue, printer, 1)).toBe(false);
  expect(queue.status.get().waiting).toBe(MOST_WAITING);
  await queue.clear();
  expect(queue.status.get().waiting).toBe(0);
});
test('two tabs, one printer: only one of them sends', async () => {
  const printer = new Printer();
  const store = memoryStore();
  const [one, other] = [tab(printer, store), tab(printer, store)];
  await add(one, printer, 2);
  await other.sync();
  for (const socket of printer.sockets) socket.open();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(printer.sockets.flatMap(({ pending }) => pending)).toHaveLength(1);
});
test('weights reach whoever listens, in milligrams', async () => {
  const printer = new Printer();
  const queue = tab(printer, memoryStore());
  const heard: number[] = [];
  const stop = queue.onWeight((mg) => heard.push(mg));
  queue.want();
  const [socket] = printer.sockets as [FakeSocket];
  socket.open();
  for (const words of [
    '3.215',
    ' 3.2 g',
    '12mg',
    '{"type":"weight","weight":1.5,"unit":"g"}',
    '0',
    '-1',
    '1e9',
    '9999999',
    '{"type":"weight","weight":2,"stable":false}',
  ])
    socket.emit('message', words);
  stop();
  socket.emit('message', '7');
  expect(heard).toEqual([3215, 3200, 12, 1500]);
});

/** What may happen, in any order; `pick` chooses among sockets and decisions. */
const HAPPENINGS = [
  'accept',
  'accept',
  'accept',
  'print',
  'print',
  'print',
  'printPlain',
  'printSilent',
  'loseJob',
  'refuse',
  'drop',
  'dropPrinted',
  'refuseConnection',
  'rubbish',
  'late',
  'wait1',
  'wait31',
  'reload',
  'crash',
  'open',
  'add',
  'decide',
  'retry',
] as const;
type Happening = (typeof HAPPENINGS)[number];
const scripts = fc.array(fc.tuple(fc.constantFrom(...HAPPENINGS), fc.nat(7)), { minLength: 5, maxLength: 60 });

class World {
  readonly printer = new Printer();
  readonly store = memoryStore();
  pages: Page[] = [pageOf(this.printer, this.store)];
  readonly answers: string[] = [];
  /** Labels somebody chose to print once more. */
  readonly again = new Map<string, number>();

  #socket(pick: number): FakeSocket | undefined {
    const busy = this.printer.live().filter(({ pending }) => pending.length > 0);
    const among = busy.length > 0 ? busy : this.printer.live();
    return among[pick % Math.max(among.length, 1)];
  }
  #take(pick: number): readonly [FakeSocket, Sent] | null {
    const socket = this.#socket(pick);
    const sent = socket?.pending.shift();
    return socket === undefined || sent === undefined ? null : [socket, sent];
  }
  #answer(pick: number, how: (sent: Sent, socket: FakeSocket) => string | null): void {
    const taken = this.#take(pick);
    if (taken === null) return;
    const [socket, sent] = taken;
    const words = how(sent, socket);
    if (words !== null) socket.emit('message', words);
  }
  async decide(truly: boolean, pick: number): Promise<void> {
    const queue = this.pages.find(({ queue: { status } }) => status.get().doubt !== null)?.queue;
    const doubt = queue?.status.get().doubt;
    if (queue === undefined || doubt == null) return;
    const lies = this.printer.paper.get(doubt.name) ?? 0;
    const decision = truly ? (lies > 0 ? 'printed' : 'again') : (['printed', 'again', 'skip'] as const)[pick % 3];
    if (decision === 'again') this.again.set(doubt.name, (this.again.get(doubt.name) ?? 0) + 1);
    await queue.decide(doubt.attempt, decision ?? 'printed');
  }
  async happen(what: Happening, pick: number, truly: boolean): Promise<void> {
    const { printer } = this;
    const page = this.pages[pick % this.pages.length] as Page;
    const { queue } = page;
    const success = (job: string): string => JSON.stringify({ type: 'printSuccess', jobId: job });
    const steps: Record<Happening, () => unknown> = {
      accept: () => printer.live().forEach((socket) => socket.open()),
      print: () => this.#answer(pick, (sent) => (printer.print(sent), this.answers.push(sent.job), success(sent.job))),
      printPlain: () => this.#answer(pick, (sent) => (printer.print(sent), 'printSuccess')),
      printSilent: () => this.#answer(pick, (sent) => (printer.print(sent), this.answers.push(sent.job), null)),
      loseJob: () => this.#answer(pick, () => null),
      refuse: () =>
        this.#answer(pick, ({ job }) => JSON.stringify({ type: 'printError', jobId: job, message: '缺纸' })),
      drop: () => this.#socket(pick)?.close(),
      dropPrinted: () => this.#answer(pick, (sent, socket) => (printer.print(sent), socket.close(), null)),
      refuseConnection: () => printer.live().forEach((socket) => socket.state === 'new' && socket.emit('error')),
      rubbish: () => this.#socket(pick)?.emit('message', ['{', 'ok', '', 'null'][pick % 4]),
      late: () => {
        const job = this.answers[pick % Math.max(this.answers.length, 1)];
        const open = printer.live().find(({ state }) => state === 'open');
        if (job !== undefined) open?.emit('message', success(job));
      },
      wait1: () => vi.advanceTimersByTimeAsync(1_000),
      wait31: () => vi.advanceTimersByTimeAsync(31_000),
      reload: async () => {
        await queue.stop();
        this.#close(page);
      },
      crash: () => this.#close(page),
      open: () => void (this.pages.length < 3 && this.pages.push(pageOf(printer, this.store))),
      add: () => add(queue, printer, (pick % 3) + 1),
      decide: () => this.decide(truly, pick),
      retry: () => queue.retry(),
    };
    await steps[what]();
    await settle();
    for (const each of this.pages) await each.queue.sync();
    await settle();
  }
  #close(page: Page): void {
    page.kill();
    this.pages = this.pages.filter((each) => each !== page);
    if (this.pages.length === 0) this.pages.push(pageOf(this.printer, this.store));
  }
  isIdle(): boolean {
    return this.pages.every(({ queue: { status } }) => status.get().waiting === 0 && status.get().doubt === null);
  }
  /** From here on the printer works and the person is there. */
  async finish(): Promise<void> {
    for (let round = 0; round < 400 && !this.isIdle(); round += 1) {
      for (const what of ['accept', 'print', 'decide', 'retry', 'wait1'] as const) await this.happen(what, round, true);
    }
  }
}
describe('whatever happens, in any order', () => {
  test('with a person who looks, every label lies on the counter exactly once', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        vi.clearAllTimers();
        const world = new World();
        await add((world.pages[0] as Page).queue, world.printer, 3);
        for (const [what, pick] of script) await world.happen(what, pick, true);
        await world.finish();
        expect(world.isIdle()).toBe(true);
        expect(onPaper(world.printer)).toEqual(Array.from({ length: world.printer.labels }, () => 1));
      }),
      { numRuns: 60 },
    );
  });
  test('nothing is printed once more without somebody having said so', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        vi.clearAllTimers();
        const world = new World();
        await add((world.pages[0] as Page).queue, world.printer, 3);
        for (const [what, pick] of script) await world.happen(what, pick, false);
        for (const [label, times] of world.printer.paper)
          expect(times, label).toBeLessThanOrEqual(1 + (world.again.get(label) ?? 0));
      }),
      { numRuns: 60 },
    );
  });
});
