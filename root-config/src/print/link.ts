/** The WebSocket to the print service on this machine: open while somebody wants it, again and again when it breaks. */
import { readMessage, type ServiceMessage } from './messages.ts';

/** As much of a WebSocket as is needed. */
export type Socket = {
  readonly send: (data: string) => void;
  readonly close: () => void;
  readonly addEventListener: (type: 'open' | 'close' | 'error' | 'message', listener: (event: Event) => void) => void;
};
/** `away`: the last try failed, the next one comes by itself. */
export type Connection = 'off' | 'connecting' | 'connected' | 'away';
export type LinkEvents = {
  readonly onConnection: (connection: Connection) => void;
  readonly onMessage: (message: ServiceMessage) => void;
  readonly onRubbish: () => void;
};
export type LinkOptions = LinkEvents & {
  readonly open: () => Socket;
  /** 0 … 1, for the jitter. */
  readonly random?: () => number;
};
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Before the n-th new try, ms: doubling, with half of it at random so that ten tills do not knock at once. */
export const backOff = (failures: number, random: number): number => {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 10));
  return most / 2 + (most / 2) * random;
};

export class Link {
  readonly #options: LinkOptions;
  #socket: Socket | null = null;
  #isOpen = false;
  #failures = 0;
  #wants = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
  }
  /** Keeps the connection until the returned function is called. */
  want(): () => void {
    let wanted = true;
    this.#wants += 1;
    this.now();
    return () => {
      if (!wanted) return;
      wanted = false;
      this.#wants -= 1;
      if (this.#wants === 0) this.#end();
    };
  }
  /** @returns false when it could not leave. */
  send(data: string): boolean {
    if (this.#socket === null || !this.#isOpen) return false;
    try {
      this.#socket.send(data);
      return true;
    } catch {
      return false;
    }
  }
  /** Breaks this connection and makes another: a late answer must not be taken for the next job's. */
  renew(): void {
    this.#drop();
    if (this.#wants === 0) return;
    this.#options.onConnection('connecting');
    this.now();
  }
  /** Tries now instead of waiting. */
  now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#socket !== null || this.#wants === 0) return;
    this.#options.onConnection('connecting');
    try {
      this.#listen(this.#options.open());
    } catch {
      this.#options.onConnection('away');
      this.#again();
    }
  }
  #listen(socket: Socket): void {
    this.#socket = socket;
    socket.addEventListener('open', () => {
      if (this.#socket !== socket) return;
      this.#isOpen = true;
      this.#failures = 0;
      this.#options.onConnection('connected');
    });
    socket.addEventListener('close', () => this.#lost(socket));
    socket.addEventListener('error', () => this.#lost(socket));
    socket.addEventListener('message', (event) => {
      if (this.#socket !== socket) return;
      const message = readMessage((event as MessageEvent<unknown>).data);
      if (message === null) this.#options.onRubbish();
      else this.#options.onMessage(message);
    });
  }
  #lost(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#drop();
    this.#options.onConnection('away');
    this.#again();
  }
  #again(): void {
    if (this.#wants === 0 || this.#timer !== undefined) return;
    const { random = Math.random } = this.#options;
    this.#timer = setTimeout(() => this.now(), backOff(this.#failures, random()));
    this.#failures += 1;
  }
  #drop(): void {
    const old = this.#socket;
    this.#socket = null;
    this.#isOpen = false;
    old?.close();
  }
  #end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#failures = 0;
    this.#drop();
    this.#options.onConnection('off');
  }
}
