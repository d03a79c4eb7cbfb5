// @vitest-environment node
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Decision } from './queue-state.ts';
import { memoryStore } from './queue-store.ts';
import { FakeSocket, Printer, add, onPaper, pageOf, settle, type Page, type PrinterJob } from './testing/printer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
  #take(pick: number): readonly [FakeSocket, PrinterJob] | null {
    const socket = this.#socket(pick);
    const sent = socket?.pending.shift();
    return socket === undefined || sent === undefined ? null : [socket, sent];
  }
  #answer(pick: number, how: (sent: PrinterJob, socket: FakeSocket) => string | null): void {
    const taken = this.#take(pick);
    if (taken === null) return;
    const [socket, sent] = taken;
    const words = how(sent, socket);
    if (words !== null) socket.emit('message', words);
  }
  /** What the person says: what lies on the counter, or anything at all. */
  #decision(truly: boolean, label: string, pick: number): Decision {
    const lies = this.printer.paper.get(label) ?? 0;
    if (truly) return lies > 0 ? 'printed' : 'again';
    return (['printed', 'again', 'skip'] as const)[pick % 3] ?? 'printed';
  }
  async decide(truly: boolean, pick: number): Promise<void> {
    const queue = this.pages.find(({ queue: { status } }) => status.get().doubt !== null)?.queue;
    const doubt = queue?.status.get().doubt;
    if (queue === undefined || doubt == null) return;
    const decision = this.#decision(truly, doubt.name, pick);
    if (decision === 'again') this.again.set(doubt.name, (this.again.get(doubt.name) ?? 0) + 1);
    await queue.decide(doubt.attempt, decision);
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
  test(
    'with a person who looks, every label lies on the counter exactly once (S0§7/27)',
    { timeout: 120_000 },
    async () => {
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
    },
  );
  test('nothing is printed once more without somebody having said so (S0§7/27)', { timeout: 120_000 }, async () => {
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
