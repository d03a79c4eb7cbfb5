/** Follows the server's log over a socket, and comes back by itself when it is lost. */
import { client, newId, sessionStore } from 'root-config/api';
import { z } from 'zod';
import { waitAfter } from './lines.ts';

/** `waiting` names the seconds until the next try; `out`: the session is over, a new sign-in goes on by itself. */
export type Connection =
  | { readonly is: 'connecting' | 'open' | 'out' }
  | { readonly is: 'waiting'; readonly seconds: number };
export type Level = 'info' | 'warn' | 'error';
type Following = {
  readonly level: Level;
  readonly onLine: (line: string) => void;
  readonly onState: (state: Connection) => void;
};

const SESSION_OVER = 4401;
/** The house gave no ticket; it is asked again in a while. */
const NO_TICKET = 0;
/** What opens the socket once stands in its address, not the session. */
const addressOf = async (id: string, level: Level): Promise<string> => {
  const { ticket } = Ticket.parse(await client.post('/ws-ticket', {}, { once: true }));
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws/${id}/log?${new URLSearchParams({ level, ticket }).toString()}`;
};
const Ticket = z.object({ ticket: z.string() });

class Follower {
  readonly #id = newId();
  readonly #wish: Following;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isStopped = false;
  #isAsking = false;
  readonly #unsubscribe = sessionStore.subscribe(() => {
    const isIdle = this.#socket === undefined || this.#socket.readyState === WebSocket.CLOSED;
    if (isIdle && !this.#isAsking && this.#timer === undefined) void this.connect();
  });

  constructor(wish: Following) {
    this.#wish = wish;
  }

  async connect(): Promise<void> {
    const { token } = sessionStore.get();
    this.#timer = undefined;
    if (token === null || this.#isStopped) return;
    const { level, onState } = this.#wish;
    onState({ is: 'connecting' });
    this.#isAsking = true;
    const address = await addressOf(this.#id, level).catch(() => null);
    this.#isAsking = false;
    if (address === null) return this.#lost(sessionStore.get().token === token ? NO_TICKET : SESSION_OVER, token);
    if (!this.#isStopped) this.#open(address, token);
  }

  #open(address: string, token: string): void {
    const { onLine, onState } = this.#wish;
    this.#socket = new WebSocket(address);
    this.#socket.addEventListener('open', () => {
      this.#failures = 0;
      onState({ is: 'open' });
    });
    this.#socket.addEventListener('message', ({ data }) => onLine(String(data)));
    this.#socket.addEventListener('close', ({ code }) => this.#lost(code, token));
  }

  #lost(code: number, token: string): void {
    if (this.#isStopped) return;
    if (code !== SESSION_OVER) return this.#later();
    // The token was renewed meanwhile, or nobody is signed in any more.
    const now = sessionStore.get().token;
    if (now === token || now === null) this.#wish.onState({ is: 'out' });
    else void this.connect();
  }

  #later(): void {
    this.#failures += 1;
    const seconds = waitAfter(this.#failures);
    this.#wish.onState({ is: 'waiting', seconds });
    this.#timer = setTimeout(() => void this.connect(), seconds * 1_000);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#unsubscribe();
    this.#socket?.close();
    void client.get(`/wslogout/${this.#id}/log`, {}, { absolute: true, once: true }).catch(() => undefined);
  }
}

/** Answers how to stop. */
export const followLog = (wish: Following): (() => void) => {
  const follower = new Follower(wish);
  void follower.connect();
  return () => follower.stop();
};
