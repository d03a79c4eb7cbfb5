/** A house whose clock, ids and keys of requests are a script's, so that the same script writes the same log, event for event. */
import { sql } from 'slonik';
import { dayOf } from 'services/contracts/dates';
import type { App, Method, Reply, RequestOptions } from '../../support/app.ts';
import { startApp } from '../../support/app.ts';
import { chainIn, type Chain } from '../shops.ts';

const MORNING = Date.parse('2026-03-02T09:00:00+08:00');
const CHAPTER_MS = 20 * 60_000;
const STEP_MS = 5_000;
/** People, and what else is no command's, are numbered from here; commands from the other. */
const FIRST_LOOSE_ID = 700_000;
const FIRST_ID = 1_000_000;
const IDS_OF_CHAPTER = 20_000;
const IDS_OF_STEP = 100;

/** Where in the script it is: each chapter has its own hours, ids and keys, so that one more step changes its chapter alone. */
class Pointer {
  #chapter = 0;
  #name = 'set-up';
  #step = 0;
  #drawn = 0;
  get now(): Date {
    return new Date(MORNING + this.#chapter * CHAPTER_MS + this.#step * STEP_MS);
  }
  turnTo(name: string): void {
    this.#chapter += 1;
    this.#name = name;
    this.#step = 0;
    this.#drawn = 0;
  }
  nextKey(): string {
    this.#step += 1;
    this.#drawn = 0;
    return `${this.#name}-${this.#step}`;
  }
  ids(count: number): readonly number[] {
    const first = FIRST_ID + this.#chapter * IDS_OF_CHAPTER + this.#step * IDS_OF_STEP + this.#drawn;
    this.#drawn += count;
    return Array.from({ length: count }, (_, index) => first + index);
  }
}

/** What was answered to each write: key, request, status, and what it said. */
export type Answer = readonly [key: string, request: string, status: number, said: string];
export type ScriptedHouse = {
  readonly chain: Chain;
  readonly way: Way;
  readonly answers: readonly Answer[];
  /** From here on it is another chapter. */
  readonly chapter: (name: string) => void;
};

/** Which way the house writes what belongs to several streams: all of it in one transaction, or stream by stream. */
export type Way = 'together' | 'steps';

const scriptIds = async ({ house: { deps } }: App, pointer: Pointer): Promise<void> => {
  await deps.master.query(sql.unsafe`SELECT setval('master.wire_id', ${FIRST_LOOSE_ID}::bigint)`);
  Object.assign(deps.ids, { several: async (count: number) => pointer.ids(count) });
};
/** Each write with a key of the script, and what was answered to it. */
const remembered = (app: App, answers: Answer[], pointer: Pointer): App => {
  const call = async (method: Method, path: string, options: RequestOptions = {}): Promise<Reply> => {
    if (method === 'GET') return app.call(method, path, options);
    const key = options.key ?? pointer.nextKey();
    const at = answers.length;
    answers.push([key, `${method} ${path}`, 0, '']);
    const reply = await app.call(method, path, { ...options, key });
    answers[at] = [key, `${method} ${path}`, reply.status, String(reply.body.msg ?? '')];
    return reply;
  };
  return {
    ...app,
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { ...options, body }),
    put: (path, body, options) => call('PUT', path, { ...options, body }),
    del: (path, body, options) => call('DELETE', path, { ...options, body }),
  };
};

export const startScripted = async (way: Way): Promise<ScriptedHouse> => {
  const pointer = new Pointer();
  const answers: Answer[] = [];
  const app = await startApp({ clock: () => pointer.now, inSteps: way === 'steps', env: {} });
  await scriptIds(app, pointer);
  const chain = await chainIn(remembered(app, answers, pointer), dayOf(pointer.now));
  return { chain, way, answers, chapter: (name) => pointer.turnTo(name) };
};
