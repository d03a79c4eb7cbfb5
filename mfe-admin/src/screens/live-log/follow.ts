/** Follows the server's log over a socket, and comes back by itself when it is lost. */
import { client, newId, sessionStore } from 'root-config/api';
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
const addressOf = (id: string, level: Level, token: string): string => {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws/${id}/log?${new URLSearchParams({ level, token }).toString()}`;
};

class Follower {
  readonly #id = newId();
  readonly #wish: Following;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isStopped = false;
  readonly #unsubscribe = sessionStore.subscribe(() => {
    if (this.#socket?.readyState === WebSocket.CLOSED && this.#timer === undefined) this.connect();
  });

  constructor(wish: Following) {
    this.#wish = wish;
  }

  connect(): void {
    const { token } = sessionStore.get();
    this.#timer = undefined;
    if (token === null || this.#isStopped) return;
    const { level, onLine, onState } = this.#wish;
    onState({ is: 'connecting' });
    this.#socket = new WebSocket(addressOf(this.#id, level, token));
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
    if (sessionStore.get().token === token) this.#wish.onState({ is: 'out' });
    else this.connect();
  }

  #later(): void {
    this.#failures += 1;
    const seconds = waitAfter(this.#failures);
    this.#wish.onState({ is: 'waiting', seconds });
    this.#timer = setTimeout(() => this.connect(), seconds * 1_000);
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
  follower.connect();
  return () => follower.stop();
};
