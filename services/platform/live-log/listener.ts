/** One socket that gets the log line by line; a slow reader loses lines and is told so. */
import type { WebSocket } from 'ws';
import { isAtLeast, lineOf, type Level, type LogLine, type LogTail } from './tail.ts';

/** Bytes that may wait for a reader before lines are left out. */
const MOST_WAITING = 256 * 1024;
const GOING_AWAY = 1001;

/** The session that listens: by its token, or by what a ticket named. */
export type Pass = { readonly token: string } | { readonly session: Buffer };
export type Wish = {
  readonly id: string;
  readonly pass: Pass;
  readonly userId: number;
  readonly level: Level;
  /** Only what runs of jobs say. */
  readonly jobsOnly: boolean;
  /** A line as he may read it. */
  readonly told: (text: string) => string;
};

type Socket = Pick<WebSocket, 'send' | 'close' | 'terminate' | 'ping' | 'on' | 'bufferedAmount'>;
export class LogListener {
  readonly id: string;
  readonly userId: number;
  readonly pass: Pass;
  readonly jobsOnly: boolean;
  readonly #wish: Wish;
  readonly #socket: Socket;
  readonly #stop: () => void;
  #told: Wish['told'];
  #missed = 0;
  #isAlive = true;

  constructor(socket: Socket, wish: Wish, tail: LogTail) {
    ({ id: this.id, userId: this.userId, pass: this.pass, jobsOnly: this.jobsOnly } = wish);
    this.#wish = wish;
    this.#told = wish.told;
    this.#socket = socket;
    socket.on('pong', () => (this.#isAlive = true));
    for (const line of tail.last(wish.level)) this.#hear(line);
    this.#stop = tail.listen((line) => this.#hear(line));
  }

  #hear({ level, text, isOfJob }: LogLine): void {
    if (!isAtLeast(level, this.#wish.level) || (this.#wish.jobsOnly && !isOfJob)) return;
    if (this.#socket.bufferedAmount > MOST_WAITING) {
      this.#missed += 1;
      return;
    }
    this.tellMissed();
    this.#socket.send(this.#told(text));
  }

  /** What he may read changes while he listens. */
  hears(told: Wish['told']): void {
    this.#told = told;
  }

  /** Once the reader has caught up. */
  tellMissed(): void {
    if (this.#missed === 0 || this.#socket.bufferedAmount > MOST_WAITING) return;
    this.#socket.send(lineOf('warn', `读取太慢，略过${this.#missed}行`));
    this.#missed = 0;
  }

  /** A reader that did not answer the last time is gone. */
  ping(): void {
    if (!this.#isAlive) return this.end();
    this.#isAlive = false;
    this.#socket.ping();
  }

  /** Says why, and does not wait for the other side. */
  close(reason: string, code = GOING_AWAY): void {
    this.#stop();
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), CLOSING_MS).unref();
  }

  end(): void {
    this.#stop();
    this.#socket.terminate();
  }
}
const CLOSING_MS = 300;
