// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MOST_WAITING, PrintQueue } from './print-queue.ts';
import { memoryStore } from './queue-store.ts';
import { FakeSocket, Printer, add, settle, tab, type PrinterJob } from './testing/printer.ts';

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
  test('waits while the service is away, and leaves when it comes (S0§7/26)', async () => {
    const { queue, socket } = await start();
    expect(queue.status.get()).toMatchObject({ connection: 'connecting', waiting: 1 });
    socket.open();
    await settle();
    expect(socket.pending).toHaveLength(1);
  });
  test.each([
    ['in the old way', () => 'printSuccess'],
    ['by its job', ({ job }: PrinterJob) => JSON.stringify({ type: 'printSuccess', jobId: job })],
  ])('is done when the service says so %s, and the connection is let go', async (_, answer) => {
    const { queue, socket } = await sent();
    socket.emit('message', answer(socket.pending[0] as PrinterJob));
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
    const [{ job }] = socket.pending as [PrinterJob];
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
    const [{ job }] = socket.pending as [PrinterJob];
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
      newId: () => 'id1',
    });
    await add(queue, printer, 1);
    printer.sockets[0]?.open();
    await settle();
    expect(queue.status.get()).toMatchObject({ waiting: 1, halted: '没有生成，请检查打印模板' });
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
test('weights reach whoever listens, in milligrams (S0§7/28)', async () => {
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
