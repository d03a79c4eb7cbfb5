/** A client that behaves as the screens do: one key per intent, kept over lost answers, 5xx and 401, until a definite answer. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN_PASSWORD } from '../../support/app.ts';

export type Answer = {
  readonly status: number;
  readonly msg: string;
  readonly data: unknown;
  readonly headers: Headers;
};
export type Intent = { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly path: string; readonly body: unknown };
/** What a client was told for good. */
export type Outcome = Intent & { readonly key: string; readonly status: number; readonly data: unknown };

const PATIENCE_MS = 90_000;
const AGAIN_MS = 60;

const asAnswer = async (reply: Response): Promise<Answer> => {
  const text = await reply.text();
  const body = JSON.parse(text) as { msg: string; data: unknown };
  return { status: reply.status, msg: body.msg, data: body.data, headers: reply.headers };
};
const stillRunning = ({ status, data }: Answer): boolean =>
  status === 409 && (data as { reason?: string } | null)?.reason === 'still_running';

export class Till {
  /** Where the house answers now. */
  readonly #url: () => string;
  token = '';
  /** Every definite answer, in order. */
  readonly told: Outcome[] = [];
  /** Answers that a client must never see: 500, or a 5xx without Chinese words. */
  readonly faults: string[] = [];
  /** 503 seen. */
  away = 0;

  constructor(url: () => string) {
    this.#url = url;
  }

  async once(method: string, path: string, options: { body?: unknown; key?: string } = {}): Promise<Answer> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.token}` };
    if (options.key !== undefined) headers['idempotency-key'] = options.key;
    const init: RequestInit = { method, headers, signal: AbortSignal.timeout(PATIENCE_MS) };
    if (options.body !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(options.body);
    }
    const answer = await asAnswer(await fetch(`${this.#url()}/api/v1${path}`, init));
    if (answer.status === 503) this.away += 1;
    if (answer.status >= 500 && (answer.status !== 503 || !answer.msg.includes('存储暂时不可用'))) {
      this.faults.push(`${answer.status} ${method} ${path} ${answer.msg}`);
    }
    return answer;
  }

  /** Asks until there is an answer that counts. */
  async #definite(method: string, path: string, options: { body?: unknown; key?: string }): Promise<Answer> {
    const giveUpAt = Date.now() + PATIENCE_MS;
    let last = '';
    while (Date.now() < giveUpAt) {
      try {
        const answer = await this.once(method, path, options);
        if (answer.status === 401) await this.signIn();
        else if (answer.status < 500 && !stillRunning(answer)) return answer;
        last = `${answer.status} ${answer.msg}`;
      } catch (error) {
        last = String(error);
      }
      await pause(AGAIN_MS);
    }
    throw new Error(`no definite answer to ${method} ${path}: ${last}`);
  }

  async signIn(): Promise<void> {
    const body = JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD, rememberMe: false });
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${this.#url()}/api/v1/login`, { method: 'POST', headers, body });
    if (reply.status === 200) this.token = ((await reply.json()) as { token: string }).token;
  }

  get(path: string): Promise<Answer> {
    return this.#definite('GET', path, {});
  }

  async send(method: Intent['method'], path: string, body: unknown, key: string = randomUUID()): Promise<Answer> {
    const answer = await this.#definite(method, path, { body, key });
    this.told.push({ method, path, body, key, status: answer.status, data: answer.data });
    return answer;
  }
}
